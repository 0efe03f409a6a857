import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { listBilling } from '../../../contract/endpoints/billing/billing.ts'
import { isExternal, listProjects, projectsToPick, type Source, sourceNames, sources } from '../../../contract/endpoints/projects.ts'
import { getMe, wholeMe } from '../../../contract/endpoints/sign-in.ts'
import { lookUpSourceProjects } from '../../../contract/endpoints/tables.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { createProject } from './createProject.ts'
import { countryOptions, timezoneOptions } from './countryOptions.ts'
import { usableAccounts } from './withChange.ts'
import * as styles from './projects.module.css'
import * as controls from '../../ui/controls/controls.module.css'

interface Draft {
  readonly billing: string
  readonly source: string
  readonly project: string
  readonly name: string
  readonly timezone: string
  readonly country: string
}

const isSource = (text: string | undefined): text is Source => sources.some((source) => source === text)

/** Returns the missing fields (spec/3 §5): the required fields of a project depend on its source. */
export function missingOf(draft: Draft): ReadonlySet<keyof Draft> {
  const { billing, source, project, name, timezone, country } = draft
  const missing = new Set<keyof Draft>()
  if (billing === '') missing.add('billing')
  if (source === '') missing.add('source')
  else if (isExternal(source as Source) && project === '') missing.add('project')
  if (source === 'own' && name.trim() === '') missing.add('name')
  if ((source === 'own' || source === 'design') && timezone === '') missing.add('timezone')
  if (source === 'own' && country === '') missing.add('country')
  return missing
}

interface CreateProps {
  /** From the address: preselected. */
  readonly billing: string | undefined
  readonly source: string | undefined
  readonly onClose: () => void
}

const isOutside = (source: string): source is Source => isSource(source) && isExternal(source)

/** Returns the attributes of the new project. */
function payloadOf({ billing, source, project, timezone, country }: Draft) {
  const chosen = country === '' ? undefined : countryOptions.find(([code]) => code === country)
  return {
    billingAccount: billing,
    source,
    ...(isOutside(source) && { sourceProjectReference: project }),
    ...(timezone !== '' && { sourceTimezone: timezone }),
    ...(chosen && { sourceCountryCode: chosen[0], sourceCountry: chosen[1] }),
  }
}

/** Creates a project of an account, also for a project of another system (spec/3 §2.8). */
export function CreateProjectDialog({ billing, source, onClose }: CreateProps) {
  const { t } = useLingui()
  const id = useId()
  const router = useRouter()
  const [draft, setDraft] = useState<Draft>({
    billing: billing ?? '',
    source: isSource(source) ? source : '',
    project: '',
    name: '',
    timezone: '',
    country: '',
  })
  const [tried, setTried] = useState(false)
  const choices = useChoices(draft)
  const { accounts, usable, outside } = choices
  const missing = tried ? missingOf(draft) : new Set<keyof Draft>()

  const create = async () => {
    setTried(true)
    const wrong = missingOf(draft)
    if (wrong.has('name') && wrong.size === 1) return alertDialog(t`Name required`)
    if (wrong.size > 0) return document.getElementById(`${id}-${[...wrong][0]}`)?.focus()
    const picked = outside.items.find((item) => item.id === draft.project)
    const typed = draft.name.trim()
    try {
      await createProject(payloadOf(draft), draft.source === 'own' ? typed : (picked?.label ?? typed))
      onClose()
      await router.navigate({ href: '/teams' })
    } catch (error) {
      await alertDialog(error instanceof Error ? error.message : String(error))
    }
  }
  const noAccount = accounts.data !== undefined && usable.length === 0
  const isLoading = accounts.data === undefined && accounts.state === 'loading'
  return (
    <Dialog
      open
      kind="generic"
      title={t`Create Project`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{noAccount ? t`Close` : t`Cancel`}</Button>
          {!noAccount && (
            <Button kind="primary" disabled={accounts.data === undefined} onClick={() => create()}>
              {t`Create Project`}
            </Button>
          )}
        </>
      }
    >
      {noAccount && (
        <Notice level="warning">
          {t`You don't have access to a billing account to create a project. You can create a trial account under Billing.`}
        </Notice>
      )}
      {isLoading && <Skeleton rows={3} height="3rem" />}
      {!noAccount && !isLoading && (
        <ProjectFields id={id} draft={draft} missing={missing} choices={choices} onChange={(change) => setDraft({ ...draft, ...change })} />
      )}
    </Dialog>
  )
}

/** What the dialog offers: accounts, systems, and the projects of the chosen system. */
function useChoices(draft: Draft) {
  const { data: me } = useCached(getMe, undefined, wholeMe)
  const accounts = useCached(listBilling, undefined, { property: 'name', include: 'billing.stripe' })
  const existing = useCached(listProjects, undefined, projectsToPick)
  const outside = useSourceProjects(isOutside(draft.source) ? draft.source : undefined)
  const names = new Set((existing.data?.teams ?? []).map(({ model }) => model.name.toLowerCase()))
  return {
    accounts,
    usable: usableAccounts(accounts.data?.items ?? []),
    systems: sources.filter((each) => each !== 'construction-sandbox' || me?.systems?.some(({ provider }) => provider === each)),
    outside,
    isTwin: draft.source === 'own' && names.has(draft.name.trim().toLowerCase()),
  }
}

interface FieldsProps {
  readonly id: string
  readonly draft: Draft
  readonly missing: ReadonlySet<keyof Draft>
  readonly choices: ReturnType<typeof useChoices>
  readonly onChange: (change: Partial<Draft>) => void
}

function ProjectFields({ id, draft, missing, choices, onChange }: FieldsProps) {
  const { t } = useLingui()
  const { usable, systems, outside, isTwin } = choices
  const field = (name: keyof Draft, label: string) => ({
    id: `${id}-${name}`,
    label,
    error: missing.has(name) && t`${label} required`,
    value: draft[name],
  })
  return (
    <div className={styles.formColumn}>
      <SelectField
        {...field('billing', t`Billing Account`)}
        options={usable.map(({ id: key, model }) => [key, model.name])}
        onChoose={(value) => onChange({ billing: value })}
      />
      <SelectField
        {...field('source', t`Management System`)}
        options={systems.map((each) => [each, sourceNames[each]])}
        onChoose={(value) => onChange({ source: value, project: '' })}
      />
      {isOutside(draft.source) && outside.trouble !== undefined && <Notice level="error">{outside.trouble}</Notice>}
      {isOutside(draft.source) && outside.trouble === undefined && (
        <SelectField
          {...field('project', t`Project`)}
          options={outside.items.map((item) => [item.id, item.label])}
          onChoose={(value) => {
            const attributes = outside.items.find((item) => item.id === value)?.attributes
            onChange({
              project: value,
              timezone: String(attributes?.['timezone'] ?? ''),
              country: String(attributes?.['country'] ?? ''),
            })
          }}
        />
      )}
      {draft.source === 'own' && (
        <TextField
          {...field('name', t`Name`)}
          required
          autoComplete="off"
          maxLength={200}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {isTwin && <p className={controls.hint}>{t`There is already a project with this name.`}</p>}
      {(draft.source === 'own' || draft.source === 'design') && (
        <SelectField {...field('timezone', t`Timezone`)} options={timezoneOptions} onChoose={(value) => onChange({ timezone: value })} />
      )}
      {draft.source === 'own' && (
        <SelectField {...field('country', t`Country`)} options={countryOptions} onChoose={(value) => onChange({ country: value })} />
      )}
    </div>
  )
}

interface SelectFieldProps {
  readonly id: string
  readonly label: string
  readonly error: string | false
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly onChoose: (value: string) => void
}

function SelectField({ options, onChoose, ...field }: SelectFieldProps) {
  const { t } = useLingui()
  return (
    <Select {...field} required onChange={(event) => onChoose(event.target.value)}>
      <option value="">{t`Choose…`}</option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

/** Projects of the other system; fetched once a system is chosen. */
function useSourceProjects(source: string | undefined) {
  const { t } = useLingui()
  const uid = useOwner().slice(2)
  const cached = useCached(lookUpSourceProjects, { uid }, { source: source ?? 'own' })
  return {
    items: source === undefined ? [] : (cached.data?.items ?? []),
    trouble:
      source !== undefined && cached.state === 'failed'
        ? cached.error?.message || t`The projects of this system can't be read without a connection.`
        : undefined,
  }
}
