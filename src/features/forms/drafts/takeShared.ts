import { fileFieldsOf } from '../../../answers/fileFieldsOf.ts'
import { fieldId } from '../../../fields/fieldId.ts'
import { giveFiles } from '../../../lib/sharing/giveFiles.ts'
import { goToNode } from '../../../fields/reveal.ts'
import { takeSharePlace } from '../../../lib/sharing/takeSharePlace.ts'
import { countShared, readShared } from '../../../store/files/useSharedFiles.ts'
import type { Session } from '../openForm.ts'
import { walk } from '../saveBody.ts'

/**
 * Puts the shared files into the question that the address names, as if the person had chosen them there. Each stays
 * shared until a draft or a save has it (keepDraft.ts, saveOp.ts), and the address names the question once: a reload does
 * not add them again. Returns how many were left out: the question had no room for them, its entry was cancelled meanwhile,
 * or the device could not store them.
 */
export async function takeShared(session: Session, flush: () => Promise<void>): Promise<number> {
  const { form, settings, readOnly } = session
  const place = readOnly ? undefined : takeSharePlace()
  if (place === undefined) return 0
  const shared = await readShared()
  const files = shared.map(({ file }) => file)
  const field = fileFieldsOf(settings.children, files).find((one) => one.place === place)
  const { attribute, list } = field ?? {}
  const node = walk(form.nodes).find(({ path }) => path !== undefined && path === (list?.attribute ?? attribute))
  if (!node || !form.visible(node) || files.length === 0) return files.length
  goToNode(form, node)
  await giveFiles(fieldId(form, node), files, list && attribute)
  await flush()
  return await countShared(shared)
}
