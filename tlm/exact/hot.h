// The consequences of a grant are computed in one piece of code. Function calls in it would cost a tenth of the speed.
#pragma once

#define TRENZA_HOT [[gnu::always_inline]] inline
