import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, memo, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { createForm, type Form } from '../../engine/form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { FieldProps } from '../defineField.ts'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { showErrorText } from '../showErrorText.ts'
import { controlOf, useNode, useValue } from '../useField.ts'
import * as styles from './checklist.module.css'
import {
  type Choice,
  choicesOf,
  choiceValue,
  commentRule,
  type Item,
  itemAfter,
  itemsOf,
  type Lack,
  lackOf,
  listAfter,
  needs,
  photoRule,
  type Row,
  type Rule,
  rowLabel,
  rowsOf,
  type Setting,
} from './itemsOf.ts'

/** Rows with the same choices; each is a group of radio buttons, with its comment and photos below it. */
export function ChecklistField(props: FieldProps<'checklist'>) {
  const { form, node, setting, required, readOnly } = props
  const path = node.path ?? ''
  const items = itemsOf(useValue(form, path))
  const rows = useMemo(() => rowsOf(setting), [setting])
  const field = controlOf(props)
  const { message } = useNode(form, node)
  useLayoutEffect(() => showErrorText(form, node))

  const change = useCallback(
    (name: string, item: Item | undefined) => form.set(path, listAfter(setting, form.value(path), name, item)),
    [form, path, setting],
  )
  const lacks = rows.map((row) => lackOf(setting, row, items.get(row.name), required))
  const firstLack = Math.max(
    0,
    lacks.findIndex((lack) => lack !== undefined),
  )
  return (
    <div className={styles.checklist}>
      <Progress rows={rows} items={items} />
      {rows.map((row, index) => (
        <div key={row.name}>
          {row.section !== undefined && row.section !== rows[index - 1]?.section ? <h3 className={styles.section}>{row.section}</h3> : null}
          <ChecklistRow
            form={form}
            setting={setting}
            row={row}
            item={items.get(row.name)}
            firstId={index === firstLack ? field.id : undefined}
            isRequired={required && row.required !== false}
            readOnly={readOnly}
            lack={message === undefined ? undefined : lacks[index]}
            onChange={change}
          />
        </div>
      ))}
    </div>
  )
}

/** How many rows are answered and failed. */
function Progress({ rows, items }: { readonly rows: readonly Row[]; readonly items: ReadonlyMap<string, Item> }) {
  const { t } = useLingui()
  const held = rows.flatMap((row) => items.get(row.name) ?? [])
  const answered = held.filter(({ answer }) => answer !== undefined).length
  const failed = held.filter(({ result }) => result === 'fail').length
  return (
    <p className={styles.progress} role="status">
      {t`${answered} of ${rows.length} answered`}
      {failed > 0 ? <strong className={styles.failed}>{t`${failed} failed`}</strong> : null}
    </p>
  )
}

interface RowProps {
  readonly form: Form
  readonly setting: Setting
  readonly row: Row
  readonly item: Item | undefined
  /** The id of the field, for the first row that lacks something: the list of problems leads to it. */
  readonly firstId: string | undefined
  readonly isRequired: boolean
  readonly readOnly: boolean
  readonly lack: Lack | undefined
  onChange(name: string, item: Item | undefined): void
}

const ChecklistRow = memo(function ChecklistRow(props: RowProps) {
  const { setting, row, item, isRequired, readOnly, lack, onChange } = props
  const { t } = useLingui()
  const id = useId()
  const choices = choicesOf(setting)
  const isAnswered = item?.answer !== undefined
  const rules = [commentRule(setting, row), photoRule(setting, row)]
  const [wantsMore, setWantsMore] = useState(false)
  const takesMore = rules.some((rule) => rule !== 'none')
  const isOpen = wantsMore || hasMore(rules, item)
  const choose = (choice: Choice | undefined) => onChange(row.name, itemAfter(setting, row, item, choice))
  const described = [row.description && `${id}-hint`, lack && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.row} data-lack={lack}>
      <div className={styles.rowHead}>
        <RowText id={id} row={row} />
        {isAnswered && !isRequired && !readOnly ? (
          <IconButton icon="close" label={t`Clear ${rowLabel(row)}`} onClick={() => choose(undefined)} />
        ) : null}
      </div>
      <Choices {...props} id={id} choices={choices} described={described} onChoose={choose} />
      {takesMore ? moreOf(props, rules, isOpen, () => setWantsMore(true)) : null}
      {lack ? <LackText id={`${id}-error`} lack={lack} /> : null}
    </div>
  )
})

/** Comment and photos of a row, or the button that opens them once the row is answered. */
function moreOf(props: RowProps, rules: readonly Rule[], isOpen: boolean, onOpen: () => void) {
  if (isOpen) return <RowMore {...props} />
  return props.item?.answer === undefined || props.readOnly ? null : <MoreButton row={props.row} rules={rules} onOpen={onOpen} />
}

function MoreButton({ row, rules, onOpen }: { readonly row: Row; readonly rules: readonly Rule[]; onOpen(): void }) {
  const { t } = useLingui()
  return (
    <div>
      <Button kind="quiet" icon="plus" onClick={onOpen}>
        {moreWords(rules, t`Comment`, t`Photo`, t`Comment or photo`)}
        <span className={styles.hidden}>: {rowLabel(row)}</span>
      </Button>
    </div>
  )
}

/** The name of a row and its hint. */
function RowText({ id, row }: { readonly id: string; readonly row: Row }) {
  return (
    <div>
      <div id={`${id}-label`} className={styles.rowLabel}>
        {rowLabel(row)}
      </div>
      {row.description ? (
        <div id={`${id}-hint`} className={controls.hint}>
          {row.description}
        </div>
      ) : null}
    </div>
  )
}

/** Whether a row has, or must have, a comment or photos. */
const hasMore = (rules: readonly Rule[], item: Item | undefined): boolean =>
  rules.some((rule) => needs(rule, item)) || Boolean(item?.comment) || Boolean(item?.photos?.length)

function moreWords([comment, photo]: readonly string[], ofComment: string, ofPhoto: string, ofBoth: string): string {
  if (photo === 'none') return ofComment
  return comment === 'none' ? ofPhoto : ofBoth
}

function LackText({ id, lack }: { readonly id: string; readonly lack: Lack }) {
  const { t } = useLingui()
  const words: Readonly<Record<Lack, string>> = {
    answer: t`Choose an answer`,
    comment: t`Add a comment`,
    photo: t`Add a photo`,
    preparing: t`A photo is still being prepared. Save again in a moment.`,
  }
  return (
    <div id={id} className={controls.error}>
      {words[lack]}
    </div>
  )
}

interface ChoicesProps extends RowProps {
  readonly id: string
  readonly choices: readonly Choice[]
  readonly described: string | undefined
  onChoose(choice: Choice): void
}

function Choices({ id, choices, item, firstId, isRequired, readOnly, described, lack, onChoose }: ChoicesProps) {
  const longest = Math.max(...choices.map(({ name }) => name.length))
  const isUnknown = item?.answer !== undefined && !choices.some((choice) => choiceValue(choice) === item.answer)
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={described}
      aria-required={isRequired || undefined}
      aria-invalid={lack === undefined ? undefined : true}
      className={`${controls.choices} ${styles.choices}`}
      style={{ '--least': `${Math.min(9, 3.25 + longest * 0.45)}rem` } as CSSProperties}
    >
      {(isUnknown ? [...choices, { name: String(item.answer) }] : choices).map((choice, index) => (
        <label key={choiceValue(choice)} className={`${controls.choice} ${styles.choice}`} data-status={choice.status}>
          <input
            id={index === 0 ? firstId : undefined}
            type="radio"
            name={`${id}-choice`}
            checked={item?.answer === choiceValue(choice)}
            disabled={readOnly}
            onChange={() => onChoose(choice)}
          />
          <span className={styles.choiceText}>{choice.name}</span>
        </label>
      ))}
    </div>
  )
}

/** What the form of a row holds: `needsComment` and `needsPhoto` decide which of its fields are required. */
const partsOf = (item: Item | undefined, mustComment: boolean, mustShow: boolean): Model => ({
  ...(item?.comment !== undefined && { comment: item.comment }),
  ...(item?.photos !== undefined && { photos: item.photos }),
  needsComment: mustComment,
  needsPhoto: mustShow,
})

/** Comment and photos of a row, in a form of its own. */
function RowMore({ form: parent, setting, row, item, readOnly, onChange }: RowProps) {
  const { t } = useLingui()
  const { NodeList, rules } = useNodeRenderer()
  const [commentBy, photoBy] = [commentRule(setting, row), photoRule(setting, row)]
  const mustComment = needs(commentBy, item)
  const mustShow = needs(photoBy, item)
  const [form] = useState(() => {
    const children: NodeSetting[] = []
    if (commentBy !== 'none')
      children.push({ type: 'text', attribute: 'comment', label: t`Comment`, multiline: true, maxLength: 2000, required: 'needsComment' })
    if (photoBy !== 'none')
      children.push({ type: 'attachments', attribute: 'photos', label: t`Photos`, accept: 'photos', required: 'needsPhoto' })
    return createForm({ settings: { children }, model: partsOf(item, mustComment, mustShow), rules, parent, readOnly })
  })
  const latest = useRef({ item, onChange })

  // Another answer, or a value set from outside: by a draft, or by another person.
  useLayoutEffect(() => {
    latest.current = { item, onChange }
    form.fill(partsOf({ name: row.name, comment: item?.comment ?? '', photos: item?.photos ?? [] }, mustComment, mustShow))
  }, [form, item, mustComment, mustShow, onChange, row])

  useEffect(
    () =>
      form.subscribe('any', () => {
        const { item: before, onChange: write } = latest.current
        const comment = String(form.value('comment') ?? '')
        const photos = (form.value('photos') ?? []) as readonly unknown[]
        if (comment === (before?.comment ?? '') && isSameList(photos, before?.photos ?? [])) return
        const { comment: _, photos: __, ...rest } = before ?? { name: row.name }
        const isLeft = rest.answer !== undefined || comment !== '' || photos.length > 0
        write(row.name, isLeft ? { ...rest, ...(comment !== '' && { comment }), ...(photos.length > 0 && { photos }) } : undefined)
      }),
    [form, row],
  )
  return (
    <div className={styles.more}>
      <NodeList form={form} nodes={form.nodes} />
    </div>
  )
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length && a.every((item, index) => item === b[index])
