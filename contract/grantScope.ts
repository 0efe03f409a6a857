/**
 * What a grant (grants.ts) may bring in: saves of form records, messages to their feed and files that are attached to them. Never what belongs to
 * the administration: people, roles, projects, bots, devices, billing, roll calls. The device keeps what a grant cannot bring for its person.
 * No shapes in here: the service worker reads it too.
 */

/** The path of a form record, such as `forms/hazard-report/` and its id. Whether it is one at all is looked at with the save. */
export const isFormRecord = (path: string): boolean => /^forms\/[^/]+\/[^/]+$/.test(path)

/** `kind` is method and path of the endpoint as it is declared, `path` the record that the operation is about. */
export const mayGrantBring = (kind: string, path: string): boolean =>
  /^P(OST|ATCH) \/api\/(data|feed|attach)\/\* forms\/[^/]+\/[^/]+$/.test(`${kind} ${path}`)

/** Operations that a log-out names; a device with more names none, and their time alone is looked at. */
export const mostLeftOps = 10_000

/** Minutes by which the clock of a device may be wrong about an act that was made before the log-out. */
export const leftToleranceMinutes = 5
