import { useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { FieldSetting, NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { createForm, type Form } from '../../engine/form.ts'
import type { FieldProps } from '../defineField.ts'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { showErrorText } from '../showErrorText.ts'
import { useValue } from '../useField.ts'
import { sourcesOf } from './rules.ts'
import * as styles from './fieldMapping.module.css'

type Setting = FieldSetting<'field-mapping'>

/** Attribute names of the inner form, because a target may have any name. */
const attributeAt = (index: number) => `t${index}`

/** One list of sources per target, with all features of an enum: options, lookups, remote options. */
const rowsOf = ({ targets, options, lookup, optionsPath }: Setting): NodeSetting[] =>
  targets.map(({ name, label, required }, index) => ({
    type: 'enum',
    display: 'list',
    attribute: attributeAt(index),
    label: label ?? name,
    required,
    options: options ?? (lookup === undefined && optionsPath === undefined ? [] : undefined),
    lookup,
    optionsPath,
  }))

const innerOf = ({ targets }: Setting, value: unknown): Model =>
  Object.fromEntries(targets.map(({ name }, index) => [attributeAt(index), sourcesOf(value)[name]]))

function mapOf({ targets }: Setting, held: unknown, inner: Form): Model | null {
  const known = new Set(targets.map(({ name }) => name))
  // Mappings of removed targets are kept.
  const kept = Object.entries(sourcesOf(held)).filter(([name]) => !known.has(name))
  const chosen = targets.flatMap(({ name }, index): [string, unknown][] => {
    const source = inner.value(attributeAt(index))
    return source === undefined || source === null || source === '' ? [] : [[name, source]]
  })
  return kept.length + chosen.length === 0 ? null : Object.fromEntries([...kept, ...chosen])
}

/**
 * Maps sources to targets: targets on the left, a list of sources on the right, stored as a map (decision
 * OQ-034).
 */
export function FieldMappingField({ form, node, setting, readOnly }: FieldProps<'field-mapping'>) {
  const { t } = useLingui()
  const { NodeList, rules } = useNodeRenderer()
  const path = node.path ?? ''
  const value = useValue(form, path)
  const inner = useMemo(
    () =>
      createForm({
        settings: { children: rowsOf(setting) },
        model: innerOf(setting, form.value(path)),
        rules,
        parent: form,
        lookups: form.lookups,
        readOnly,
      }),
    [form, path, readOnly, rules, setting],
  )
  /** The value as this control wrote it last: any other value was set from outside. */
  const written = useRef(value)
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    inner.reset(innerOf(setting, value))
  }, [inner, setting, value])
  useEffect(
    () =>
      inner.subscribe('any', () => {
        const next = mapOf(setting, form.value(path), inner)
        written.current = next
        form.set(path, next)
      }),
    [form, inner, path, setting],
  )
  useLayoutEffect(() => showErrorText(form, node), [form, node])
  return (
    <div className={styles.root}>
      <div className={styles.head} aria-hidden="true">
        <span>{t`Target`}</span>
        <span>{t`Source`}</span>
      </div>
      <NodeList form={inner} nodes={inner.nodes} />
    </div>
  )
}
