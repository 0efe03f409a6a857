/** A place on the earth, in degrees; the accuracy in metres, if the device gives it. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
  readonly accuracy?: number | undefined
}

const shape =
  /^\s*(-?\d{1,3}(?:[.,]\d{1,12})?)\s*°?\s*([NS]?)\s*[,; ]\s*(-?\d{1,3}(?:[.,]\d{1,12})?)\s*°?\s*([EW]?)\s*(?:\(±\s*(\d{1,7}) m\))?\s*$/i

const degrees = (number: string, side: string) => Number(number.replace(',', '.')) * (/[SW]/i.test(side) ? -1 : 1)

/** Reads `40.71234, -74.00512`, also with `(±8 m)`, with a decimal comma, or with N, S, E and W; undefined: no position. */
export function positionIn(text: unknown): Position | undefined {
  const [, north, northSide = '', east, eastSide = '', metres] = shape.exec(String(text)) ?? []
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
