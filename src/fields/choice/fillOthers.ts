import type { FieldSetting, NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Form, FormNode } from '../../engine/form.ts'
import { optionsPathOf } from './optionsPathOf.ts'
import { entryFor, filledBy, type Option, optionsOf, statusPath } from './rules.ts'

type ChoiceSetting = FieldSetting<'enum' | 'valueenum' | 'listenum'>

const isChoice = (setting: NodeSetting | undefined): setting is ChoiceSetting =>
  setting?.type === 'enum' || setting?.type === 'valueenum' || setting?.type === 'listenum'

const below = (nodes: readonly FormNode[]): readonly FormNode[] => nodes.flatMap((node) => [node, ...below(node.children)])

/** The attribute that has the status of a choice. */
export const statusOf = (path: string, { statusAttribute }: FieldSetting<'enum' | 'valueenum'>): string | undefined =>
  path && statusAttribute ? statusPath(path, statusAttribute) : undefined

/** Stores a choice, and its status beside it. */
export function setChoice(form: Form, path: string, setting: FieldSetting<'enum' | 'valueenum'>, option: Option | undefined): void {
  form.set(path, option?.value ?? null)
  const status = statusOf(path, setting)
  if (status) form.set(status, option?.status ?? null)
}

/**
 * Sets the answers that the chosen option fills in. An entry names a trade where the list of trades has an id: the answer
 * is the id. A choice without such an entry gets the name if it takes other texts, and otherwise keeps its answer.
 */
export function fillOthers(
  form: Form,
  path: string,
  setting: FieldSetting<'enum' | 'valueenum'>,
  option: Option,
  lists: Readonly<Record<string, string>> | undefined,
): void {
  for (const [attribute, value] of filledBy(setting, option)) {
    const at = statusPath(path, attribute)
    const targets = below(form.nodes).filter((node) => node.path === at)
    const target = (targets.find((node) => form.visible(node)) ?? targets[0])?.setting
    if (!isChoice(target)) {
      form.set(at, value)
      continue
    }
    const fill = (options: readonly Option[]) => {
      const found = entryFor(options, value) ?? (target.type === 'enum' && target.other ? { name: '', value } : undefined)
      if (!found) return
      if (target.type === 'listenum') form.set(at, [found.value])
      else setChoice(form, at, target, found)
    }
    const near = optionsOf(target, form.lookups)
    const far = optionsPathOf(target, form.lookups, lists)
    if (!far || entryFor(near, value)) {
      fill(near)
      continue
    }
    const before = form.value(at)
    void import('./keptOptions.ts')
      .then(({ keptOptions }) => keptOptions(far))
      .catch(() => [])
      .then((kept) => {
        // The person may have changed one of both answers since.
        if (form.value(path) === option.value && form.value(at) === before) fill(kept)
      })
  }
}
