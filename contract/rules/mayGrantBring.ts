/**
 * The operations that a grant (grants.ts) can upload: saves of form records, messages to their activity feed,
 * attached files and signed talks. Never administrative data: people, roles, projects, bots, devices, billing, roll calls.
 * The device keeps all other work until its person signs in. No zod in this file: the service worker imports
 * it too.
 */

/**
 * The path of a form record, such as `forms/hazard-report/` and its id. The save itself checks that the form
 * exists.
 */
export const isFormRecord = (path: string): boolean => /^forms\/[^/]+\/[^/]+$/.test(path)

/** `kind` is the method and path of the endpoint as declared, `path` the record of the operation. */
export const mayGrantBring = (kind: string, path: string): boolean =>
  /^P(OST|ATCH) \/api\/(data|feed|attach|talks)\/\* forms\/[^/]+\/[^/]+$/.test(`${kind} ${path}`)

/**
 * Maximum number of operations in a log-out; a device with more lists none, and the server checks only their
 * time.
 */
export const mostLeftOps = 10_000

/** The tolerated clock error of a device, minutes, for work that was saved before the log-out. */
export const leftToleranceMinutes = 5
