import { useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { IconButton } from '../../ui/controls/IconButton.tsx'

interface AccountButtonProps {
  readonly ref: Ref<HTMLButtonElement>
  /** Undefined until the device knows the person. */
  readonly name: string | undefined
  /** True while its menu is open. */
  readonly open: boolean
  readonly onPress: () => void
}

/** Opens the menu of the signed-in person (AccountOverlay). */
export function AccountButton({ ref, name, open, onPress }: AccountButtonProps) {
  const { t } = useLingui()
  return (
    <IconButton
      ref={ref}
      icon="user"
      label={name === undefined ? t`Account` : t`Account: ${name}`}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={onPress}
      style={{ color: 'var(--m-colors-fg-muted)' }}
    />
  )
}
