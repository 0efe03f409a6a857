import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { formProperties, settingsOf } from '../offersAt.ts'
import { partHelp, partName } from '../parts/allParts.ts'
import { type JsonNode, nodeAt, type Path, valueOf } from '../../../../contract/forms/check/readJson.ts'
import type { Finding } from '../review.ts'
import { Setting } from './Setting.tsx'
import * as styles from '../studio.module.css'

type Json = Record<string, unknown>

/** Always shown, in this order; the rest is behind "More settings". */
const first = [
  'name',
  'label',
  'description',
  'text',
  'title',
  'options',
  'checks',
  'rows',
  'value',
  'template',
  'valid',
  'field',
  'message',
  'action',
  'lookup',
  'required',
  'visible',
  'style',
]
const firstOfForm = ['name', 'template', 'public', 'recordTitle', 'recordSubtitle', 'due']
const hiddenInForm = new Set(['children', 'translations', '$schema'])
const hiddenInPart = new Set(['type', 'children', 'subform'])

interface DetailsProps {
  readonly root: JsonNode
  readonly path: Path
  readonly findings: readonly Finding[]
  readonly onSet: (path: Path, value: unknown) => void
}

/** What the check of the form says about each setting of a node. */
function problemsOf(findings: readonly Finding[], path: Path): ReadonlyMap<string, string> {
  const own = findings.filter(
    (one) => one.level !== 'info' && one.path.length > path.length && path.every((key, at) => one.path[at] === key),
  )
  return new Map(own.toReversed().map((one) => [String(one.path[path.length]), one.message]))
}

/** The settings of the selected part, one by one; without a selection, those of the form itself. */
export function Details({ root, path, findings, onSet }: DetailsProps) {
  const { t, i18n } = useLingui()
  const node = nodeAt(root, path)
  const value = useMemo(() => (node ? (valueOf(node) as Json) : undefined), [node])
  const isForm = path.length === 0
  const type = isForm ? undefined : String(value?.['type'] ?? '')
  const rows = useMemo(() => {
    const order = type === undefined ? firstOfForm : first
    const hidden = type === undefined ? hiddenInForm : hiddenInPart
    const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
    return (type === undefined ? formProperties() : settingsOf(type))
      .filter(({ key }) => !hidden.has(key))
      .toSorted((a, b) => place(a.key) - place(b.key))
  }, [type])
  const place = `${path.join('.')} ${type}`
  const [seen, setSeen] = useState({ place, value })
  if (seen.place !== place) setSeen({ place, value })
  const [open, setOpen] = useState(false)
  if (!value) return null
  const problems = problemsOf(findings, path)
  const draw = ({ key, schema, required }: (typeof rows)[number]) => (
    <Setting
      key={`${path.join('.')} ${key}`}
      owner={type ?? 'form'}
      name={key}
      schema={schema}
      required={required}
      value={value[key]}
      problem={problems.get(key)}
      onChange={(next) => onSet([...path, key], next)}
    />
  )
  const order = isForm ? firstOfForm : first
  const isFirst = ({ key, required }: (typeof rows)[number]) =>
    key !== 'attribute' && (order.includes(key) || required || seen.value?.[key] !== undefined)
  // By what the part had when it was selected: a box that is typed in keeps its place, and the focus.
  const more = rows.filter((row) => !isFirst(row))
  const help = isForm ? undefined : partHelp(i18n, value)
  return (
    <section data-details className={styles.details} aria-label={t`Settings of what is selected`}>
      <h2>
        {isForm ? t`The form` : partName(i18n, value)} {type === undefined ? null : <small lang="en">{type}</small>}
      </h2>
      {help ? <p className={styles.hint}>{help}</p> : null}
      {rows.filter(isFirst).map(draw)}
      {more.length > 0 ? (
        <details open={open || more.some(({ key }) => problems.has(key))} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            <Trans>More settings</Trans>
          </summary>
          <div className={styles.innerList}>{more.map(draw)}</div>
        </details>
      ) : null}
    </section>
  )
}
