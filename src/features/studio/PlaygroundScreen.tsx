import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { readAuthored } from '../../store/drafts/keepAuthored.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { examples } from './examples.ts'
import { textHistory, type TextHistory } from './textHistory.ts'
import { useDraftText } from './useDraftText.ts'
import { Workbench } from './Workbench.tsx'

const draft = { form: ':playground', base: 0 }
const first = examples.find(({ path }) => path.endsWith('/text.form.json')) ?? examples[0]

/**
 * A public page to write or open a form file and use it live, with the server's validation. Nothing leaves
 * the device.
 */
export function PlaygroundScreen() {
  const [opened, setOpened] = useState<{ history: TextHistory; example: string | undefined }>()
  useEffect(() => {
    let current = true
    void (async () => {
      const kept = await readAuthored(draft.form).catch(() => undefined)
      const text = kept?.text ?? first?.text ?? '{\n  "name": "",\n  "children": []\n}\n'
      if (current) setOpened({ history: textHistory(text), example: kept ? undefined : text })
    })()
    return () => {
      current = false
    }
  }, [])
  if (!opened) {
    return (
      <Page width="desk">
        <Skeleton rows={6} />
      </Page>
    )
  }
  return <Playground {...opened} />
}

function Playground({ history, example }: { readonly history: TextHistory; readonly example: string | undefined }) {
  const { t } = useLingui()
  const keeping = useDraftText(history, draft, example)
  const take = (path: string) => {
    const text = examples.find((one) => one.path === path)?.text
    if (text === undefined) return
    history.write(text)
    toast(t`The example replaces what was here. Undo brings it back.`)
  }
  return (
    <Workbench
      title={t`Playground`}
      history={history}
      status={keeping === 'kept' ? t`Kept on this device` : undefined}
      notices={
        keeping === 'failed' ? (
          <Notice level="warning">{t`This device cannot keep your text now. Export it before you leave.`}</Notice>
        ) : undefined
      }
      actions={() => (
        <>
          <Select data-desk aria-label={t`Example`} value="" onChange={(event) => void take(event.target.value)}>
            <option value="" disabled>
              {t`Examples`}
            </option>
            {examples.map(({ path, name }) => (
              <option key={path} value={path}>
                {name}
              </option>
            ))}
          </Select>
          <LinkButton size="desk" icon="image" href="/playground/gallery">{t`Gallery`}</LinkButton>
        </>
      )}
    />
  )
}
