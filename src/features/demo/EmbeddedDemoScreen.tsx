import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { askDemo } from '../../../contract/endpoints/demoRequests.ts'
import { sourceNames, sourceOfSystem } from '../../../contract/endpoints/projects.ts'
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
  const [, , , system = '', reference = ''] = pathname.split('/').map(decodeURIComponent)
  const [project, setProject] = useState(reference)
  const source = sourceOfSystem(system)
  const name = source && sourceNames[source]
  return (
    <Page
      title={t`Manpower Demo Bot`}
      lead={
        name === undefined ? (
          <Trans>Try the manpower bot with your project. A demo has at most 5 conversations.</Trans>
        ) : (
          <Trans>Try the manpower bot with your project in {name}. A demo has at most 5 conversations.</Trans>
        )
      }
    >
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
          onAsk={(visitor) => ask(askDemo, undefined, { ...visitor, project: project.trim(), ...(source && { system: source }) })}
          onBegun={({ url }) => {
            if (url !== undefined) void router.navigate({ href: url })
          }}
        />
      </DemoOnly>
    </Page>
  )
}
