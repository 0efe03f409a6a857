import { type ComponentType, useMemo } from 'react'
import { BotHead } from '../../features/bot-editor/BotHead.tsx'
import { useCreated } from '../../features/bot-editor/useCreated.ts'
import { PageShell } from '../../features/page/PageShell.tsx'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { rootScreen } from '../rootScreen.ts'

/** A bot's settings, drawn like every form, with its QR code and links to its records and bots. */
function Editor(props: RootScreenProps) {
  const Form = rootScreen('automationForm') as ComponentType<RootScreenProps>
  const { host, data } = props
  const onQueued = useCreated(host)
  const isNew = data.record?.path.endsWith('/:new') === true
  const editing = useMemo(
    () =>
      isNew
        ? {
            ...host,
            finish(...[result, origin]: Parameters<typeof host.finish>) {
              host.finish(result, origin)
              onQueued(result as { opId?: string })
            },
          }
        : host,
    [host, isNew, onQueued],
  )
  return (
    <>
      {!isNew && <BotHead />}
      <Form {...props} host={editing} />
    </>
  )
}

const screenOf = (component: string) => (component === 'automationForm' ? Editor : rootScreen(component))

/** `automation/new` and `automation/{id}`: the server describes the settings of a bot's class. */
export function BotEditor() {
  return <PageShell screen={screenOf} />
}
