import type { Pdf } from '../../../ui/pdf-pages/openPdf.ts'
import { type Calculation, calculationOf } from '../calculate.ts'

/** A box as pdf.js describes it to scripts: the names of its events, and their scripts. */
interface Acting {
  readonly actions?: ReadonlyMap<string, readonly string[]> | null
}

/** Returns the simple totals of a document. `order`: names of the fields with a calculation, in the order that the file declares. */
export async function calculationsIn(pdf: Pick<Pdf, 'getFieldObjects'>, order: readonly string[]): Promise<Calculation[]> {
  const objects = (await pdf.getFieldObjects().catch(() => null)) as unknown as ReadonlyMap<string, readonly Acting[]> | null
  return order.flatMap((name) => {
    const boxes = objects?.get(name) ?? []
    const script = boxes.map(({ actions }) => actions?.get('Calculate')).find(Boolean)
    return calculationOf(name, script?.join('\n') ?? '') ?? []
  })
}
