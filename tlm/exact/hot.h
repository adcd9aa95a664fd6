// What follows from a grant is one stretch of code: calls in it would cost a tenth of the speed.
#pragma once

#define TRENZA_HOT [[gnu::always_inline]] inline
