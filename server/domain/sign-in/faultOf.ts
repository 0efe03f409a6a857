/** Returns the start of an error message for a log, without quoted values of the request. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return error.message.slice(0, 120).replace(/"[^"]{0,120}"?/g, '"…"')
}
