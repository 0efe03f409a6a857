import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { listBilling } from '../../../contract/endpoints/billing/billing.ts'
import { isExternal, listProjects, projectsToPick, type Source, sourceNames, sources } from '../../../contract/endpoints/projects.ts'
import { getMe, wholeMe } from '../../../contract/endpoints/sign-in.ts'
import { lookUpSourceProjects } from '../../../contract/endpoints/tables.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/owner.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { alertDialog } from '../../ui/overlays/confirm.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { createProject } from './createProject.ts'
import { countryOptions, timezoneOptions } from './placeOptions.ts'
import { usableAccounts } from './projectRows.ts'

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

/** Creates a project of an account, also for a project of another system (spec/3 §2.8). */
export function CreateProjectDialog({ billing, source, onClose }: CreateProps) {
  const { t } = useLingui()
  const id = useId()
  const router = useRouter()
  const { data: me } = useCached(getMe, undefined, wholeMe)
  const accounts = useCached(listBilling, undefined, { property: 'name', include: 'billing.stripe' })
  const existing = useCached(listProjects, undefined, projectsToPick)
  const [draft, setDraft] = useState<Draft>({
    billing: billing ?? '',
    source: isSource(source) ? source : '',
    project: '',
    name: '',
    timezone: '',
    country: '',
  })
  const [tried, setTried] = useState(false)
  const usable = usableAccounts(accounts.data?.items ?? [])
  const missing = tried ? missingOf(draft) : new Set<keyof Draft>()
  const external = isSource(draft.source) && isExternal(draft.source)
  const outside = useSourceProjects(external ? draft.source : undefined)

  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const create = async () => {
    setTried(true)
    const wrong = missingOf(draft)
    if (wrong.has('name') && wrong.size === 1) return alertDialog(t`Name required`)
    if (wrong.size > 0) return document.getElementById(`${id}-${[...wrong][0]}`)?.focus()
    const picked = outside.items.find((item) => item.id === draft.project)
    const name = draft.source === 'own' ? draft.name.trim() : (picked?.label ?? draft.name.trim())
    const country = draft.country === '' ? undefined : countryOptions.find(([code]) => code === draft.country)
    try {
      await createProject(
        {
          billingAccount: draft.billing,
          source: draft.source,
          ...(external && { sourceProjectReference: draft.project }),
          ...(draft.timezone !== '' && { sourceTimezone: draft.timezone }),
          ...(country && { sourceCountryCode: country[0], sourceCountry: country[1] }),
        },
        name,
      )
      onClose()
      await router.navigate({ href: '/teams' })
    } catch (error) {
      await alertDialog(error instanceof Error ? error.message : String(error))
    }
  }

  const field = (name: keyof Draft, label: string, control: (more: object) => ReactNode) => (
    <div className="m-field" data-invalid={missing.has(name) || undefined}>
      <label className="m-label" htmlFor={`${id}-${name}`}>
        {label}
        <span className="m-required" aria-hidden="true">
          *
        </span>
      </label>
      {control({ id: `${id}-${name}`, 'aria-invalid': missing.has(name) || undefined, 'aria-describedby': `${id}-${name}-wrong` })}
      {missing.has(name) && (
        <p className="m-error" id={`${id}-${name}-wrong`} role="alert">
          {t`${label} required`}
        </p>
      )}
    </div>
  )
  const select = (name: keyof Draft, options: readonly (readonly [string, string])[], change?: (value: string) => Partial<Draft>) =>
    function Select(more: object) {
      return (
        <select
          {...more}
          className="m-select"
          value={draft[name]}
          onChange={(event) => set(change ? change(event.target.value) : { [name]: event.target.value })}
        >
          <option value="">{t`Choose…`}</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )
    }
  const noAccount = accounts.data !== undefined && usable.length === 0
  const systems = sources.filter((each) => each !== 'construction-sandbox' || me?.systems?.some(({ provider }) => provider === each))
  const names = new Set((existing.data?.teams ?? []).map(({ model }) => model.name.toLowerCase()))
  const twin = draft.source === 'own' && names.has(draft.name.trim().toLowerCase())
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
      {noAccount ? (
        <Notice level="warning">
          {t`You don't have access to a billing account to create a project. You can create a trial account under Billing.`}
        </Notice>
      ) : accounts.data === undefined && accounts.state === 'loading' ? (
        <Skeleton rows={3} height="3rem" />
      ) : (
        <div className="m-form-column">
          {field(
            'billing',
            t`Billing Account`,
            select(
              'billing',
              usable.map(({ id: key, model }) => [key, model.name]),
            ),
          )}
          {field(
            'source',
            t`Management System`,
            select(
              'source',
              systems.map((each) => [each, sourceNames[each]]),
              (value) => ({ source: value, project: '' }),
            ),
          )}
          {external &&
            (outside.trouble === undefined ? (
              field(
                'project',
                t`Project`,
                select(
                  'project',
                  outside.items.map((item) => [item.id, item.label]),
                  (value) => {
                    const attributes = outside.items.find((item) => item.id === value)?.attributes
                    return {
                      project: value,
                      timezone: String(attributes?.['timezone'] ?? ''),
                      country: String(attributes?.['country'] ?? ''),
                    }
                  },
                ),
              )
            ) : (
              <Notice level="error">{outside.trouble}</Notice>
            ))}
          {draft.source === 'own' &&
            field('name', t`Name`, (more) => (
              <input
                {...more}
                className="m-input"
                autoComplete="off"
                maxLength={200}
                value={draft.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            ))}
          {twin && <p className="m-hint">{t`A project of this name is there already.`}</p>}
          {(draft.source === 'own' || draft.source === 'design') && field('timezone', t`Timezone`, select('timezone', timezoneOptions))}
          {draft.source === 'own' && field('country', t`Country`, select('country', countryOptions))}
        </div>
      )}
    </Dialog>
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
