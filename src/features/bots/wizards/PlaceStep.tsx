import { Trans, useLingui } from '@lingui/react/macro'
import type { LookupItem } from '../../../../contract/endpoints/pages.ts'
import { isExternal, type Project, type Source } from '../../../../contract/endpoints/projects.ts'
import { lookUpCompanies, lookUpProjects, lookUpSites } from '../../../../contract/endpoints/tables.ts'
import { useCached } from '../../../store/queries/cached.ts'
import { Answered } from '../../../tables/Answered.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { OwnerPicker } from '../OwnerPicker.tsx'
import { Choices } from '../Choices.tsx'
import { SearchedChoices } from '../SearchedChoices.tsx'
import { SitePicker } from './SitePicker.tsx'
import * as styles from './botWizard.module.css'

/** Returns the projects in which this person may create bots. */
export const usable = (projects: readonly Project[]): readonly Project[] =>
  projects.filter(({ role, model }) => role !== undefined && role !== 'Worker' && model.archived !== true)

export function OwnerStep({
  team,
  chosen,
  onChoose,
}: {
  readonly team: string
  readonly chosen: string | undefined
  readonly onChoose: (uid: string) => void
}) {
  const { t } = useLingui()
  return (
    <>
      <p>
        <Trans>The owner approves what the bot collects, and it writes to other systems with the owner's login.</Trans>
      </p>
      <OwnerPicker team={team} label={t`Owner`} chosen={chosen} onChoose={onChoose} />
    </>
  )
}

/** The place of a bot inside its project: a site, or the project of the other system. */
export interface PickedPlace {
  /** Empty: the whole project. */
  readonly id: string
  readonly country?: string | undefined
  readonly timezone?: string | undefined
  readonly company?: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const placeOf = ({ id, attributes }: LookupItem): PickedPlace => ({
  id,
  country: text(attributes?.['country']),
  timezone: text(attributes?.['timezone']),
})

interface PlaceProps {
  readonly uid: string
  readonly team: string
  readonly source: Source
  /** True if this person may add sites to the project. */
  readonly mayManage: boolean
  readonly chosen: PickedPlace | undefined
  readonly onChoose: (place: PickedPlace) => void
}

export const PlaceStep = (props: PlaceProps) => (isExternal(props.source) ? <ProjectOfSystem {...props} /> : <SiteStep {...props} />)

function SiteStep({ uid, team, mayManage, chosen, onChoose }: PlaceProps) {
  const { t } = useLingui()
  const cached = useCached(lookUpSites, { uid }, { team })
  return (
    <>
      {mayManage && cached.data && (
        <SitePicker team={team} items={cached.data.items} refresh={cached.refresh} onChoose={(site) => onChoose(placeOf(site))} />
      )}
      <Answered cached={cached}>
        {({ items }) =>
          items.length === 0 ? (
            <>
              <Notice level="info">
                {mayManage ? (
                  <Trans>This project has no site yet. Add one, or continue without one.</Trans>
                ) : (
                  <Trans>This project has no site yet. Its Owner or an Administrator can add one.</Trans>
                )}
              </Notice>
              <Choices
                label={t`Site`}
                choices={[{ key: '', label: t`Without a site` }]}
                chosen={chosen?.id}
                onChoose={() => onChoose({ id: '' })}
              />
            </>
          ) : (
            <SearchedChoices
              label={t`Site`}
              chosen={chosen?.id}
              choices={items.map(({ id, label }) => ({ key: id, label }))}
              onChoose={(key) => {
                const item = items.find(({ id }) => id === key)
                if (item) onChoose(placeOf(item))
              }}
            />
          )
        }
      </Answered>
    </>
  )
}

function ProjectOfSystem({ uid, team, chosen, onChoose }: PlaceProps) {
  const { t } = useLingui()
  const cached = useCached(lookUpProjects, { uid }, { team })
  const { data: companies } = useCached(lookUpCompanies, { uid }, { team })
  return (
    <Answered cached={cached}>
      {({ items }) => (
        <>
          <SearchedChoices
            label={t`Project`}
            chosen={chosen?.id}
            choices={items.map(({ id, label }) => ({ key: id, label }))}
            onChoose={(key) => {
              const item = items.find(({ id }) => id === key)
              if (item) onChoose({ ...placeOf(item), company: chosen?.company })
            }}
          />
          {chosen !== undefined && (companies?.items.length ?? 0) > 0 && (
            <div className={styles.stepField}>
              <Select
                label={t`Company (optional)`}
                value={chosen.company ?? ''}
                onChange={(event) => onChoose({ ...chosen, company: event.target.value || undefined })}
              >
                <option value="">{t`None`}</option>
                {companies?.items.map(({ id, label }) => (
                  <option key={id} value={label}>
                    {label}
                  </option>
                ))}
              </Select>
            </div>
          )}
        </>
      )}
    </Answered>
  )
}
