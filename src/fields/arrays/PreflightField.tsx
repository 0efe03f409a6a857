import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { createForm } from '../../engine/form.ts'
import type { FieldProps } from '../defineField.ts'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { useField } from '../useField.ts'
import { answerField, type Check, checkLabel, moreFields } from './Check.ts'
import type { Item } from './itemsOf.ts'
import { OpenItem } from './OpenItem.tsx'
import { answersOf, formMakers, keyOf } from './rules.ts'
import * as styles from './arrays.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** Yes or No, with a note and a photo: shown after a No, one tap away after a Yes. */
const questions = (check: Check): NodeSetting[] => [
  answerField(check),
  ...moreFields(check, "answer == 'no'"),
  {
    type: 'group',
    style: 'expandable',
    label: check.photo === false ? t`Note` : t`Note and photo`,
    visible: "answer == 'yes'",
    children: moreFields(check),
  },
]

/** Checks before work continues, each Yes or No with a note and a photo (decision OQ-035). */
export function PreflightField({ form, node, setting }: FieldProps<'preflight'>) {
  const { t } = useLingui()
  const { rules } = useNodeRenderer()
  const { value, set, readOnly } = useField(form, node)
  const checks = useMemo(() => setting.checks ?? [], [setting])
  const blank = useMemo(() => checks.map(({ name }): Item => ({ name })), [checks])
  const answers = answersOf(value)
  formMakers.set(node.setting, (item) => {
    const check = checks.find(({ name }) => name === (item as Item)['name']) ?? { name: '' }
    return createForm({ settings: { children: questions(check) }, model: item as Item, rules, parent: form, readOnly })
  })

  const write = useCallback(
    (index: number, item: Item) => {
      const held = new Map(answersOf(form.value(node.path ?? '')))
      const name = checks[index]?.name ?? ''
      held.set(name, item)
      // In the order of the checks; answers to checks of an older form follow.
      const order = checks.flatMap((check) => held.get(check.name) ?? [])
      set([...order, ...[...held].filter(([key]) => !checks.some((check) => check.name === key)).map(([, old]) => old)])
    },
    [form, node, checks, set],
  )

  const passed = checks.filter(({ name }) => answers.get(name)?.['answer'] === 'yes').length
  if (checks.length === 0) return <p className={styles.itemsEmpty}>{setting.emptyMessage ?? t`Nothing here yet`}</p>
  return (
    <div className={styles.items}>
      <p className={controls.hint} role="status">{t`${passed} of ${checks.length} passed`}</p>
      <ul className={styles.openItems}>
        {checks.map((check, index) => {
          const item = answers.get(check.name) ?? (blank[index] as Item)
          return (
            <OpenItem
              key={`${check.name} ${keyOf(blank[index] as Item)}`}
              parent={form}
              setting={node.setting}
              item={item}
              index={index}
              title={checkLabel(check)}
              bare
              always={checks.length <= 20}
              onChange={write}
            />
          )
        })}
      </ul>
    </div>
  )
}
