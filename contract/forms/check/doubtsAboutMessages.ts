import type { NodeSetting } from '../fieldShapes.ts'
import { settingsOf } from '../fieldShapes.ts'
import type { FormSettings } from '../FormSettings.ts'
import { listIn, type Raw } from '../isRaw.ts'
import type { Path } from '../problemsOf.ts'

const listsOfPeople: ReadonlySet<unknown> = new Set(['employees', 'employeeSmsContacts'])

function nodeWith(nodes: readonly NodeSetting[], attribute: string): Raw | undefined {
  for (const node of nodes as unknown as readonly Raw[]) {
    if (node['attribute'] === attribute) return node
    const inside = nodeWith(listIn(node['children']) as readonly NodeSetting[], attribute)
    if (inside) return inside
  }
  return undefined
}

const asksPeople = (node: Raw) => settingsOf(node['type'])?.isPeople === true || listsOfPeople.has(node['lookup'])

/** Recipients of messages that are no people. */
export function doubtsAboutMessages({ saved, children }: FormSettings, say: (path: Path, message: string) => void): void {
  for (const [place, { recipients }] of (saved?.messages ?? []).entries()) {
    for (const [index, { attribute }] of recipients.entries()) {
      const node = attribute === undefined ? undefined : nodeWith(children, attribute)
      if (!node || asksPeople(node)) continue
      const expected = 'take a question of the type staff, staffSmsContact or mobile, or a choice from the list employees.'
      say(['saved', 'messages', place, 'recipients', index, 'attribute'], `The answer to ${attribute} is no person: ${expected}`)
    }
  }
}
