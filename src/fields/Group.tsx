import { type CSSProperties, type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { plural } from '@lingui/core/macro'
import type { GroupSetting } from '../../contract/fields.ts'
import type { Form, FormNode } from '../engine/form.ts'
import { Icon } from '../ui/Icon.tsx'
import { useDrawsAny } from './draws.ts'
import { fieldId } from './fieldId.ts'
import { GroupDate } from './GroupDate.tsx'
import { useOpenState } from './openState.ts'
import { weightOf } from './slices.ts'

interface GroupProps {
  readonly form: Form
  readonly node: FormNode
  readonly children: ReactNode
}

/** Rough height of a field, so that a group that is not drawn yet already has about its size. */
const rem = 6

export function Group({ form, node, children }: GroupProps) {
  const setting = node.setting as GroupSetting
  const style = setting.style ?? 'plain'
  const filled = useDrawsAny(form, node.children)
  if (!filled && !setting.datePicker) return null
  if (style === 'expandable') {
    return (
      <Expandable form={form} node={node}>
        {children}
      </Expandable>
    )
  }
  const id = `${fieldId(form, node)}-label`
  const size = { '--m-reserved': `${weightOf(node) * rem}rem`, '--m-columns': setting.columns ?? 2 } as CSSProperties
  return (
    <section
      className={`m-group m-group-${style}`}
      data-group={style}
      style={size}
      role="group"
      aria-labelledby={setting.label ? id : undefined}
    >
      {setting.label ? (
        <h2 className="m-legend" id={id}>
          {setting.label}
        </h2>
      ) : null}
      {setting.datePicker ? <GroupDate id={`${id}-date`} /> : null}
      {style === 'columns' ? <div className="m-columns">{children}</div> : children}
    </section>
  )
}

function isInside(node: FormNode | undefined, group: FormNode): boolean {
  return node !== undefined && (node === group || isInside(node.parent, group))
}

/** How many red lines stand inside a group; shown on its heading while it is closed. */
function useProblemsInside(form: Form, group: FormNode): number {
  return useSyncExternalStore(
    useCallback((listener: () => void) => form.subscribe('problems', listener), [form]),
    () => form.problems().filter(({ node }) => isInside(node, group)).length,
  )
}

function Expandable({ form, node, children }: GroupProps) {
  const setting = node.setting as GroupSetting
  const [open, toggle] = useOpenState(form, node, setting)
  const [drawn, setDrawn] = useState(open)
  if (open && !drawn) setDrawn(true)
  const problems = useProblemsInside(form, node)
  const id = fieldId(form, node)
  return (
    <section className="m-group m-group-expandable" data-group="expandable" data-open={open || undefined}>
      <h2 className="m-legend">
        <button type="button" className="m-expand" aria-expanded={open} aria-controls={`${id}-content`} id={`${id}-label`} onClick={toggle}>
          <span>{setting.label}</span>
          {problems > 0 && !open ? (
            <span className="m-expand-problems">{plural(problems, { one: '# to mend', other: '# to mend' })}</span>
          ) : null}
          <Icon name="chevronDown" />
        </button>
      </h2>
      <div id={`${id}-content`} className="m-expand-content" role="group" aria-labelledby={`${id}-label`} hidden={!open}>
        {setting.datePicker && open ? <GroupDate id={`${id}-date`} /> : null}
        {drawn ? children : null}
      </div>
    </section>
  )
}
