/**
 * The hash that opens a form with the shared files in the question at this place, or a PDF form with them among its
 * attachments (place 0). A longer one would be the address of a page.
 */
export const shareHash = (place: number): string => `#share${place}`

/** Returns the place that the address names, and takes it out of the address: a reload does not add the files again. */
export function takeSharePlace(): number | undefined {
  const place = /^#share(\d{1,4})$/.exec(location.hash)?.[1]
  if (place === undefined) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return Number(place)
}
