import * as z from 'zod/mini'

/**
 * The shape of a column with a JSON document of one type. Only code of this project writes these documents,
 * and they are large: the shape checks that the value is an object, and believes the rest.
 */
export const jsonDocument = <Document extends object>(): z.ZodMiniType<Document, Document> =>
  z.custom<Document>((value) => typeof value === 'object' && value !== null)
