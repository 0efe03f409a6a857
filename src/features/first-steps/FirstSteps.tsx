import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId } from 'react'
import { type FirstStep, firstStepKeys, getFirstSteps } from '../../../contract/endpoints/people/getFirstSteps.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { useOutboxCounts } from '../../store/outbox/queue.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'

const Heading = chakra('h2', { base: { textStyle: 'heading' } })
/** As wide as the content of a Page. */
const Column = chakra('div', {
  base: {
    width: 'full',
    maxWidth: 'desktop',
    marginInline: 'auto',
    paddingInline: { base: '4', sm: '6' },
    paddingTop: { base: '5', sm: '8' },
  },
})
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })

/**
 * What makes a new company ready for work, on the start page of its owner: each step with its screen, until it is
 * done or dismissed. Offline it shows what the device knows.
 */
export function FirstSteps() {
  const { t } = useLingui()
  const id = useId()
  const owner = useOwner()
  const { data, refresh } = useCached(getFirstSteps)
  const [given, setGiven] = usePreference(`x:first-steps:${owner}`)
  const { saved, sending } = useOutboxCounts()
  const waiting = saved + sending
  // A step may be done by a save that has just arrived.
  useEffect(() => void refresh(), [refresh, waiting])
  const dismissed = new Set(String(given ?? '').split(' '))
  const steps = data?.steps ?? []
  const shown = steps.filter(({ key }) => !dismissed.has(key))
  const next = shown.find(({ done }) => !done)
  if (!next) return null
  const dismiss = (...keys: readonly string[]) => setGiven([...dismissed, ...keys].join(' ').trim())
  const done = steps.filter((step) => step.done).length
  const all = steps.length
  return (
    <Column>
      <Card aria-labelledby={id}>
        <Heading id={id}>{t`First steps`}</Heading>
        <Small>
          <Trans>
            {done} of {all} done. Each step is ticked when the thing exists.
          </Trans>
        </Small>
        <RowList words="10rem">
          {shown.map((step) => (
            <StepRow key={step.key} step={step} next={step === next} onDismiss={() => dismiss(step.key)} />
          ))}
        </RowList>
        <Button kind="quiet" size="desk" onClick={() => dismiss(...firstStepKeys)}>
          {t`Hide the first steps`}
        </Button>
      </Card>
    </Column>
  )
}

interface StepRowProps {
  readonly step: FirstStep
  /** The first step that is not done. */
  readonly next: boolean
  readonly onDismiss: () => void
}

function StepRow({ step: { key, done, href }, next, onDismiss }: StepRowProps) {
  const { t } = useLingui()
  const words: Readonly<Record<FirstStep['key'], readonly [string, string]>> = {
    company: [t`Name the company`, t`A billing account holds its projects, people and lists. The free plan is enough to begin.`],
    site: [t`Add a site to the project`, t`Its name, time zone and country. Bots and gates belong to a site.`],
    lists: [t`Import people, companies, trades, equipment and locations`, t`Forms offer them as choices.`],
    managers: [t`Invite managers`, t`They review what arrives and help to set up the project.`],
    bot: [t`Create the first bot`, t`It collects sign-ins, orientations, manpower or hazards.`],
    poster: [t`Print its poster`, t`People on site scan the code on the wall.`],
    tablet: [t`Pair a tablet`, t`It shows the bot at the gate, for people without a phone.`],
  }
  const [title, text] = words[key]
  return (
    <ListRow>
      <div>
        <strong>
          {done && <Icon name="checkCircle" size={18} />} {title}
          {done && <> · {t`Done`}</>}
        </strong>
        {!done && <Small>{text}</Small>}
      </div>
      {!done && (
        <>
          <LinkButton href={href} size="desk" kind={next ? 'primary' : 'plain'} aria-label={t`Start: ${title}`}>
            {t`Start`}
          </LinkButton>
          <Button kind="quiet" size="desk" square icon="close" title={t`Dismiss`} aria-label={t`Dismiss: ${title}`} onClick={onDismiss} />
        </>
      )}
    </ListRow>
  )
}
