import type { FieldSetting, NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Form, FormNode } from '../../engine/form.ts'
import { readValue, same } from '../../engine/readValue.ts'
import { keptOptions } from './keptOptions.ts'
import { optionsPathOf } from './optionsPathOf.ts'
import { entryFor, filledBy, type Option, optionsOf, statusPath } from './rules.ts'
import { setChoice } from './setChoice.ts'

type ChoiceSetting = FieldSetting<'enum' | 'valueenum' | 'listenum'>

const isChoice = (setting: NodeSetting | undefined): setting is ChoiceSetting =>
  setting?.type === 'enum' || setting?.type === 'valueenum' || setting?.type === 'listenum'

const below = (nodes: readonly FormNode[]): readonly FormNode[] => nodes.flatMap((node) => [node, ...below(node.children)])

/**
 * Sets the answers that the chosen option fills in. An entry names a trade where the list of trades has an id: the answer
 * is the id. A choice without such an entry gets the name if it takes other texts, and otherwise keeps its answer.
 * `before` has the answers at the moment of the choice: what the person changes later stays.
 */
export async function fillOthers(
  form: Form,
  path: string,
  setting: FieldSetting<'enum' | 'valueenum'>,
  option: Option,
  before: Model,
  lists: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  for (const [attribute, value] of filledBy(setting, option)) {
    const at = statusPath(path, attribute)
    const targets = below(form.nodes).filter((node) => node.path === at)
    const target = (targets.find((node) => form.visible(node)) ?? targets[0])?.setting
    const isChoiceTarget = isChoice(target)
    const near = isChoiceTarget ? optionsOf(target, form.lookups) : []
    const far = isChoiceTarget && !entryFor(near, value) ? optionsPathOf(target, form.lookups, lists) : undefined
    const options = far ? await keptOptions(far).catch(() => []) : near
    if (form.value(path) !== option.value || !same(form.value(at), readValue(before, at))) continue
    if (isChoiceTarget) fillChoice(form, at, target, options, value)
    else form.set(at, value)
  }
}

function fillChoice(form: Form, at: string, target: ChoiceSetting, options: readonly Option[], value: Option['value']): void {
  const found = entryFor(options, value) ?? (target.type === 'enum' && target.other ? { name: '', value } : undefined)
  if (!found) return
  if (target.type === 'listenum') form.set(at, [found.value])
  else setChoice(form, at, target, found)
}
