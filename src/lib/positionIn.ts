/** A place on the earth, in degrees; the accuracy in metres, if the device gives it. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
  readonly accuracy?: number | undefined
}

/** Longest text that is read. */
const longest = 80
/** After `compact`: no degree signs, and spaces only between the two numbers. */
const shape = /^(-?\d{1,3}(?:[.,]\d{1,12})?)([NS]?)(?:[,;] ?| )(-?\d{1,3}(?:[.,]\d{1,12})?)([EW]?)(?:\(±(\d{1,7})m\))?$/i

const compact = (text: string): string =>
  text
    .replaceAll(/[°\s]+/g, ' ')
    .trim()
    .replaceAll(/ (?=[NSEWM(,;])/gi, '')
    .replaceAll('( ', '(')

const degrees = (number: string, side: string) => Number(number.replace(',', '.')) * (/[SW]/i.test(side) ? -1 : 1)

/** Reads `40.71234, -74.00512`, also with `(±8 m)`, with a decimal comma, or with N, S, E and W; undefined: no position. */
export function positionIn(text: unknown): Position | undefined {
  const typed = String(text)
  if (typed.length > longest) return undefined
  const [, north, northSide = '', east, eastSide = '', metres] = shape.exec(compact(typed)) ?? []
  if (north === undefined || east === undefined) return undefined
  const latitude = degrees(north, northSide)
  const longitude = degrees(east, eastSide)
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return { latitude, longitude, ...(metres !== undefined && { accuracy: Number(metres) }) }
}

/** As it is stored: five decimals are about one metre. */
export function positionText({ latitude, longitude, accuracy }: Position): string {
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return accuracy === undefined ? place : `${place} (±${Math.ceil(accuracy)} m)`
}
