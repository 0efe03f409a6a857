import { getLibrary, listLibraries } from '../../../contract/endpoints/libraries.ts'
import { librariesOf, libraryOf } from '../../domain/libraries/librariesOf.ts'
import { serve } from '../../http/serve.ts'

export const libraryRoutes = [
  serve(listLibraries, ({ app, me }) => librariesOf(app, me)),
  serve(getLibrary, ({ app, me, params }) => libraryOf(app, me, params.key)),
]
