import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { LibraryFile, NonConformingRule, PrefillProp } from '../../../contract/endpoints/libraries.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { isColumnName } from '../../../contract/endpoints/libraries.ts'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { FieldGroup } from '../../ui/controls/FieldGroup.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { type FileField, type FileFields, usePdfFields, usePrefillSources, useServerFields } from './usePdfFields.ts'
import * as styles from './libraries.module.css'

interface FormFieldsProps {
  readonly file: File | undefined
  readonly pdf: LibraryFile | undefined
  readonly rules: readonly NonConformingRule[]
  onRules(rules: readonly NonConformingRule[]): void
  readonly props: readonly PrefillProp[]
  onProps(props: readonly PrefillProp[]): void
}

/**
 * The prefill sources of the file's fields, the fields shown as columns, and the answers that make a form
 * non-conforming.
 */
export function FormFields(props: FormFieldsProps) {
  const found = usePdfFields(props.file, props.pdf)
  if (found === 'elsewhere') return props.pdf ? <FromServer {...props} id={props.pdf.id} /> : null
  return <Fields {...props} found={found} />
}

function FromServer(props: FormFieldsProps & { readonly id: string }) {
  return <Fields {...props} found={useServerFields(props.id)} />
}

function Fields({ found, rules, onRules, props, onProps }: FormFieldsProps & { readonly found: FileFields | undefined }) {
  const sources = usePrefillSources()
  const [search, setSearch] = useState('')
  if (found === undefined) return <Skeleton rows={3} />
  // The dialog shows the reason beside the file.
  if ('trouble' in found) return null
  const { fields } = found
  if (found.isXfa)
    return (
      <Notice level="warning">
        <Trans>
          This is a dynamic XFA form: people can read it, but not fill it in. Save a copy with ordinary fields (AcroForm) in Adobe Acrobat,
          and choose that copy.
        </Trans>
      </Notice>
    )
  if (fields.length === 0)
    return (
      <Notice>
        <Trans>This PDF has no fields. It can be read and signed, but not filled in.</Trans>
      </Notice>
    )
  // A signature has no answer to fill in or to compare.
  const answered = fields.filter(({ type }) => type !== 'signature')
  return (
    <>
      <PrefillGroup fields={answered} sources={sources} search={search} onSearch={setSearch} props={props} onProps={onProps} />
      <RulesGroup fields={answered} rules={rules} onRules={onRules} />
    </>
  )
}

type PrefillSources = ReturnType<typeof usePrefillSources>

interface PrefillGroupProps extends Pick<FormFieldsProps, 'props' | 'onProps'> {
  readonly fields: readonly FileField[]
  readonly sources: PrefillSources
  readonly search: string
  onSearch(search: string): void
}

/** Rows of fields that are shown at once. */
const mostRows = 12

/** Returns the fields with this text in their name or label. Fields with a setting are first: a form can have thousands. */
function matchingFields(fields: readonly FileField[], search: string, props: readonly PrefillProp[]): FileField[] {
  const isSet = new Set(props.map(({ fieldName }) => fieldName))
  const wanted = search.trim().toLowerCase()
  return (wanted === '' ? fields : fields.filter(({ name, label }) => `${label} ${name}`.toLowerCase().includes(wanted))).toSorted(
    (a, b) => Number(isSet.has(b.name)) - Number(isSet.has(a.name)),
  )
}

/** The prefill source of each field, and whether it is a column. */
function PrefillGroup({ fields, sources, search, onSearch, props, onProps }: PrefillGroupProps) {
  const { t } = useLingui()
  const propOf = (name: string): PrefillProp =>
    props.find(({ fieldName }) => fieldName === name) ?? { fieldName: name, prefillSource: '', isColumn: false }
  const setProp = (next: PrefillProp) => {
    const others = props.filter(({ fieldName }) => fieldName !== next.fieldName)
    onProps(next.prefillSource === '' && !next.isColumn ? others : [...others, next])
  }
  const matching = matchingFields(fields, search, props)
  const shown = matching.slice(0, mostRows)
  const hiddenCount = matching.length - shown.length
  return (
    <FieldGroup label={t`Prefill`}>
      {fields.length > mostRows ? (
        <TextField
          label={t`Find a field`}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      ) : null}
      <div className={styles.fields}>
        {shown.map(({ name, label }) => (
          <PrefillRow key={name} label={label} prop={propOf(name)} sources={sources} onChange={setProp} />
        ))}
      </div>
      {hiddenCount > 0 ? (
        <p>
          <Plural value={hiddenCount} one="# more field. Search for its name." other="# more fields. Search for their names." />
        </p>
      ) : null}
    </FieldGroup>
  )
}

interface PrefillRowProps {
  readonly label: string
  readonly prop: PrefillProp
  readonly sources: PrefillSources
  onChange(prop: PrefillProp): void
}

function PrefillRow({ label, prop, sources, onChange }: PrefillRowProps) {
  const { t } = useLingui()
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <Select
        aria-label={t`Prefill: ${label}`}
        value={prop.prefillSource}
        onChange={(event) => onChange({ ...prop, prefillSource: event.target.value })}
      >
        <option value="">{t`Empty`}</option>
        {sources.map(({ id, label: source }) => (
          <option key={id} value={id}>
            {source}
          </option>
        ))}
        {prop.prefillSource !== '' && !sources.some(({ id }) => id === prop.prefillSource) && (
          <option value={prop.prefillSource}>{prop.prefillSource}</option>
        )}
      </Select>
      {/* A column is a part of the title of a filled form, and a title can only name plain words. */}
      <CheckField
        disabled={!isColumnName(prop.fieldName)}
        label={t`Column`}
        checked={prop.isColumn}
        onChange={(event) => onChange({ ...prop, isColumn: event.target.checked })}
      />
    </div>
  )
}

interface RulesGroupProps extends Pick<FormFieldsProps, 'rules' | 'onRules'> {
  readonly fields: readonly FileField[]
}

function RulesGroup({ fields, rules, onRules }: RulesGroupProps) {
  const { t } = useLingui()
  return (
    <FieldGroup label={t`Non-conforming rules`}>
      <div className={styles.fields}>
        {rules.map((rule, at) => (
          <Rule
            key={`${at}-${rules.length}`}
            rule={rule}
            fields={fields}
            onChange={(next) => onRules(rules.map((one, place) => (place === at ? next : one)))}
            onRemove={() => onRules(rules.filter((_, place) => place !== at))}
          />
        ))}
        <Button icon="plus" onClick={() => onRules([...rules, { fieldName: fields[0]?.name ?? '', value: '' }])}>{t`Add rule`}</Button>
      </div>
    </FieldGroup>
  )
}

interface RuleProps {
  readonly rule: NonConformingRule
  readonly fields: readonly FileField[]
  onChange(rule: NonConformingRule): void
  onRemove(): void
}

/** One field, and the answer that makes a form non-conforming. */
function Rule({ rule, fields, onChange, onRemove }: RuleProps) {
  const { t } = useLingui()
  const field = fields.find(({ name }) => name === rule.fieldName)
  const options = field?.options ?? []
  return (
    <div className={styles.field}>
      <Select
        aria-label={t`Field of the rule`}
        value={rule.fieldName}
        onChange={(event) => onChange({ fieldName: event.target.value, value: '' })}
      >
        {field ? null : <option value={rule.fieldName}>{rule.fieldName}</option>}
        {fields.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      {options.length > 0 ? (
        <Select
          aria-label={t`Non-conforming answer`}
          value={rule.value}
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
        >
          <option value="">{t`Choose…`}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ) : (
        <TextField
          aria-label={t`Non-conforming answer`}
          value={rule.value}
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
        />
      )}
      <Button onClick={onRemove}>{t`Remove`}</Button>
    </div>
  )
}
