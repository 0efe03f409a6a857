import type { Model } from '../../../../contract/endpoints/records.ts'
import { type NodeSetting, settingsOf } from '../../../../contract/forms/fieldShapes.ts'
import type { Raw } from '../../../../contract/forms/isRaw.ts'
import { createForm, type Form, type FormNode } from '../../../engine/form.ts'
import { rulesOf } from '../../../fields/index.ts'
import { sampleOf } from '../specimensIn.ts'

/** Answers that open further questions are followed this often. */
const mostRounds = 12

const fieldsIn = (nodes: readonly FormNode[]): FormNode[] => nodes.flatMap((node) => [node, ...fieldsIn(node.children)])

function isEmpty(form: Form, { path, rules, setting }: FormNode): boolean {
  if (path === undefined || rules === undefined) return false
  const value = form.value(path)
  return value === undefined || rules.empty(value as never, setting as never, (name) => form.value(name))
}

/** Items of a list as a person enters them: each in a form of its own. */
function itemsOf(form: Form, subform: readonly NodeSetting[], given: unknown): Model[] {
  const items = Array.isArray(given) ? (given as Model[]) : [{}]
  return items.map((answers) => {
    const item = createForm({ settings: { children: [...subform] }, model: {}, parent: form, rules: rulesOf })
    fillForm(item, answers)
    return item.model()
  })
}

/**
 * Fills every question that is shown and empty: with the given answer, else with a sample of its type. Questions that
 * an answer opens are filled, too.
 */
export function fillForm(form: Form, answers: Model): void {
  for (let round = 0; round < mostRounds; round++) {
    const open = fieldsIn(form.nodes).filter(
      (node) => node.kind === 'field' && node.path !== undefined && form.visible(node) && !form.readOnly(node) && isEmpty(form, node),
    )
    let filled = 0
    for (const { path = '', setting } of open) {
      const raw = setting as unknown as Raw
      const { type, subform } = raw
      if (settingsOf(type)?.isDerived) continue
      const given = answers[path]
      const value = Array.isArray(subform) ? itemsOf(form, subform as NodeSetting[], given) : (given ?? sampleOf(raw))
      if (value === undefined || value === null) continue
      form.set(path, value)
      filled++
    }
    if (filled === 0) return
  }
}
