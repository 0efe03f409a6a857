import { plural, t } from '@lingui/core/macro'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { GroupSetting } from '../../contract/forms/fieldShapes.ts'
import type { Form, FormNode } from '../engine/form.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import { fieldId } from './fieldId.ts'
import type { GroupProps } from './Group.tsx'
import { GroupDate } from './GroupDate.tsx'
import { useOpenState } from './useOpenState.ts'
import * as styles from './fields.module.css'

function isInside(node: FormNode | undefined, group: FormNode): boolean {
  return node !== undefined && (node === group || isInside(node.parent, group))
}

/** Number of errors inside a group; shown on its heading while it is closed. */
function useProblemsInside(form: Form, group: FormNode): number {
  return useSyncExternalStore(
    useCallback((listener: () => void) => form.subscribe('problems', listener), [form]),
    () => form.problems().filter(({ node }) => isInside(node, group)).length,
  )
}

/** A collapsible part of a form; its content is rendered once it was open. */
export function ExpandableGroup({ form, node, children }: GroupProps) {
  const setting = node.setting as GroupSetting
  const [open, toggle] = useOpenState(form, node, setting)
  const [drawn, setDrawn] = useState(open)
  if (open && !drawn) setDrawn(true)
  const problems = useProblemsInside(form, node)
  const id = fieldId(form, node)
  return (
    <section className={`${styles.group} ${styles.groupExpandable}`} data-group="expandable" data-open={open || undefined}>
      <h2 className={styles.legend}>
        <button
          type="button"
          className={styles.expand}
          aria-expanded={open}
          aria-controls={`${id}-content`}
          id={`${id}-label`}
          onClick={toggle}
        >
          <span>{setting.label || t`Show`}</span>
          {problems > 0 && !open ? (
            <span className={styles.expandProblems}>{plural(problems, { one: '# to correct', other: '# to correct' })}</span>
          ) : null}
          <Icon name="chevronDown" />
        </button>
      </h2>
      <div id={`${id}-content`} className={styles.expandContent} role="group" aria-labelledby={`${id}-label`} hidden={!open}>
        {setting.datePicker && open ? <GroupDate id={`${id}-date`} form={form} /> : null}
        {drawn ? children : null}
      </div>
    </section>
  )
}
