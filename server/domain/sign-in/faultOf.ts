/** The first words of an error, for a log: no values of the request that could stand in them. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return error.message.slice(0, 120).replace(/"[^"]{0,120}"?/g, '"…"')
}
