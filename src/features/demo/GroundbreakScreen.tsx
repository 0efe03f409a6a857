import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { askGroundbreak, type DemoBegun } from '../../../contract/endpoints/demoRequests.ts'
import { ask } from '../../sync/ask.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { DemoForm } from './DemoForm.tsx'
import { DemoOnly } from './DemoOnly.tsx'

/** `/groundbreak`: public Manpower Bot Demo. */
export function GroundbreakScreen() {
  const { t } = useLingui()
  const [begun, setBegun] = useState<DemoBegun>()
  const title = t`Manpower Bot Demo`
  if (begun?.url !== undefined)
    return (
      <Page title={title}>
        <EmptyState
          icon="message"
          title={t`The bot has started`}
          action={<LinkButton kind="primary" href={begun.url}>{t`Answer the bot`}</LinkButton>}
        >
          <Trans>
            It asks how many people worked on site today. Answer here, or from the text message that is on its way to your phone.
          </Trans>
        </EmptyState>
      </Page>
    )
  return (
    <Page title={title} lead={<Trans>See how a foreman reports the day’s manpower in a minute, by text message.</Trans>}>
      <DemoOnly>
        <DemoForm
          allRequired={t`* all fields required *`}
          complete
          onAsk={(visitor) => ask(askGroundbreak, undefined, visitor)}
          onBegun={setBegun}
        />
      </DemoOnly>
    </Page>
  )
}
