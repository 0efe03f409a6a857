import { getStore } from '../src/store/db/store.ts'
import { keepShared } from '../src/store/files/keepShared.ts'

/** Stores what another app shares (`share_target` of the manifest), and leads to the screen that asks for the form. */
export async function takeShare(request: Request): Promise<Response> {
  const given = await request.formData().catch(() => undefined)
  const why = given ? await keepShared(getStore(), given.getAll('files')) : 'failed'
  return Response.redirect(why ? `/share?not=${why}` : '/share', 303)
}
