import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { askDemo } from '../../../contract/endpoints/demoRequests.ts'
import { ask } from '../../sync/ask.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { DemoForm } from './DemoForm.tsx'
import { DemoOnly } from './DemoOnly.tsx'

/**
 * `/automation/embedded/{system}/{systemId}/demo`: Manpower Demo Bot for a project of another system;
 * continues with the conversation.
 */
export function EmbeddedDemoScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const { pathname }: { readonly pathname: string } = useLocation()
  const [project, setProject] = useState(() => decodeURIComponent(pathname.split('/')[4] ?? ''))
  return (
    <Page title={t`Manpower Demo Bot`} lead={<Trans>Try the manpower bot with your project. A demo has at most 5 conversations.</Trans>}>
      <DemoOnly>
        <DemoForm
          allRequired={t`All fields required`}
          complete={project.trim() !== ''}
          extra={
            <TextField
              label={t`Project`}
              name="project"
              placeholder=" "
              maxLength={200}
              value={project}
              onChange={(event) => setProject(event.target.value)}
            />
          }
          onAsk={(visitor) => ask(askDemo, undefined, { ...visitor, project: project.trim() })}
          onBegun={({ url }) => {
            if (url !== undefined) void router.navigate({ href: url })
          }}
        />
      </DemoOnly>
    </Page>
  )
}
