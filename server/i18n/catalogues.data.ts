import { readCatalogues } from './readCatalogues.ts'

/** The compiled texts of the server by language. */
export const catalogues = await readCatalogues()
