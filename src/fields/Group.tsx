import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react'
import type { GroupSetting } from '../../contract/forms/fieldShapes.ts'
import type { Form, FormNode } from '../engine/form.ts'
import { useRendersAny } from './useRendersAny.ts'
import { fieldId } from './fieldId.ts'
import { weightOf } from './useIncrementalRender.ts'
import * as styles from './fields.module.css'
import * as controls from '../ui/controls/controls.module.css'

/** Most forms need neither: both are loaded with the first group that needs them. */
const ExpandableGroup = lazy(() => import('./ExpandableGroup.tsx').then((module) => ({ default: module.ExpandableGroup })))
const GroupDate = lazy(() => import('./GroupDate.tsx').then((module) => ({ default: module.GroupDate })))

export interface GroupProps {
  readonly form: Form
  readonly node: FormNode
  readonly children: ReactNode
}

/** Approximate height of a field in rem, to reserve the space of a group that is not rendered yet. */
const rem = 6

export function Group({ form, node, children }: GroupProps) {
  const setting = node.setting as GroupSetting
  const style = setting.style ?? 'plain'
  const filled = useRendersAny(form, node.children)
  if (!filled && !setting.datePicker) return null
  if (style === 'expandable') {
    const closed = (
      <section className={`${styles.group} ${styles.groupExpandable}`}>
        <h2 className={`${styles.legend} ${styles.expand}`}>{setting.label}</h2>
      </section>
    )
    return (
      <Suspense fallback={closed}>
        <ExpandableGroup form={form} node={node}>
          {children}
        </ExpandableGroup>
      </Suspense>
    )
  }
  const id = `${fieldId(form, node)}-label`
  const size = { '--m-reserved': `${weightOf(node) * rem}rem`, '--m-columns': setting.columns ?? 2 } as CSSProperties
  return (
    <section className={styles.group} data-group={style} style={size} {...(setting.label && { role: 'group', 'aria-labelledby': id })}>
      {setting.label ? (
        <h2 className={styles.legend} id={id}>
          {setting.label}
        </h2>
      ) : null}
      {setting.datePicker ? (
        <Suspense fallback={<div className={`${controls.box} ${styles.arriving}`} />}>
          <GroupDate id={`${id}-date`} form={form} />
        </Suspense>
      ) : null}
      {style === 'columns' ? <div className={styles.columns}>{children}</div> : children}
    </section>
  )
}
