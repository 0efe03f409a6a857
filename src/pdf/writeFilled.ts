import { PdfFile } from './PdfFile.ts'
import { Filler } from './Filler.ts'
import { fetchedFont, type LoadFont } from './fetchedFont.ts'
import { readForm } from './form.ts'
import { clearSignatures, place, textsOfPlaced } from './place.ts'
import type { Filling } from './PdfContent.ts'
import { Update } from './update.ts'
import { updateXfa } from './updateXfa.ts'

/** The file filled in with `what`: the original bytes, then the changes. @throws PdfTrouble */
export async function writeFilled(bytes: Uint8Array, what: Filling, load: LoadFont = fetchedFont): Promise<Uint8Array> {
  const file = await PdfFile.open(bytes, what.password)
  const form = readForm(file)
  const update = new Update(file)
  const filler = new Filler(form, update)
  const now = new Date()
  const placed = what.placed ?? []
  if (what.clearSignatures) clearSignatures(form, update)
  await filler.fill(what.values, load, what.looks)
  await filler.faces.prepare(textsOfPlaced(placed), load)
  place(form, update, filler.faces, placed, now)
  if (form.acroForm?.has('XFA')) updateXfa(form, update, filler.xfaValues(what.values))
  if (what.readOnly) filler.makeReadOnly()
  filler.finish()
  return update.isEmpty ? bytes : update.finish(now)
}
