// Figures of tables.
#pragma once

#include "apps/graph/data_table.h"
#include "apps/report/figure.h"
#include "settings/paper_section.h"

namespace trenza::apps {

/// The columns `y` of a table over its column `x`: a curve for each of them and each value of the column `series`,
/// which is its `bar`. Points are in ascending x; where no x is a number, they are texts. The column `Y.half_width` is
/// half of the interval of Y, if the table has it. Values that are no numbers are left out, and those that are not
/// above 0 on a logarithmic axis.
Figure table_figure(const DataTable& table, const settings::PaperPicture& picture);

}  // namespace trenza::apps
