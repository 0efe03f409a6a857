import { PdfFile } from './PdfFile.ts'
import { Filler } from './Filler.ts'
import { fetchedFont, type LoadFont } from './fetchedFont.ts'
import { readForm } from './form.ts'
import { clearSignatures, place, textsOfPlaced } from './place.ts'
import type { Filled, Filling } from './PdfContent.ts'
import { Update } from './update.ts'
import { updateXfa } from './updateXfa.ts'

/** The file filled in with `what`: the original bytes, then the changes. @throws PdfTrouble */
export const writeFilled = async (bytes: Uint8Array, what: Filling, load?: LoadFont): Promise<Uint8Array> =>
  (await fillFile(bytes, what, load)).bytes

/** The same, with the characters that no font can show. @throws PdfTrouble */
export async function fillFile(bytes: Uint8Array, what: Filling, load: LoadFont = fetchedFont): Promise<Filled> {
  const file = await PdfFile.open(bytes, what.password)
  const form = readForm(file)
  const update = new Update(file)
  const filler = new Filler(form, update)
  const now = new Date()
  const placed = what.placed ?? []
  if (what.clearSignatures) clearSignatures(form, update)
  const written = await filler.fill(what, load)
  await filler.faces.prepare(textsOfPlaced(placed), load)
  filler.faces.drawing = ''
  place(form, update, filler.faces, placed, now)
  // A file without new values keeps its XML: written again, it would only be larger.
  if (form.acroForm?.has('XFA') && Object.keys(written).length > 0) updateXfa(form, update, filler.xfaValues(written))
  if (what.readOnly) filler.makeReadOnly()
  filler.finish()
  const unshown = Object.fromEntries([...filler.faces.unshown].map(([name, chars]) => [name, [...chars].join('')]))
  return { bytes: update.isEmpty ? bytes : update.finish(now), unshown }
}
