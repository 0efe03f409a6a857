import * as z from 'zod/mini'

/**
 * The shape of a column with a JSON document of one type. Only code of this project writes these documents,
 * and they are large: the shape checks that the value is an object, and believes the rest.
 */
export const jsonDocument = <Document extends object>(): z.ZodMiniType<Document, Document> =>
  z.custom<Document>((value) => typeof value === 'object' && value !== null)

/** Returns the value of a column with JSON. The embedded database returns some of them as text. */
export const fromJson = <T>(value: T | string): T => (typeof value === 'string' ? (JSON.parse(value) as T) : value)
