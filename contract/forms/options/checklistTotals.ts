/**
 * What follows from the answers of a checklist, as expressions by attribute: the percentage of the points, the
 * number of failed rows, and their names. Pure, for device and server.
 */
export const checklistTotals = (attribute: string): Readonly<Record<string, string>> => ({
  [`${attribute}_score`]: `round(100 * sum(${attribute}, 'score') / sum(${attribute}, 'of'))`,
  [`${attribute}_fails`]: `empty(${attribute}) ? null : count(${attribute}, 'result', 'fail')`,
  [`${attribute}_failed`]: `join(${attribute}, ', ', 'failed')`,
})
