import { msg } from '@lingui/core/macro'
import type { MenuEntry } from '../../features/shell/menuOf.ts'

/** Entries of the side menu, below the fixed ones (menuOf.ts). They are shown to people who manage something. */
export const menuScreens: readonly MenuEntry[] = [
  { key: 'records', icon: 'inbox', href: '/records', label: msg`Records` },
  { key: 'studio', icon: 'form', href: '/studio', label: msg`Form studio` },
  { key: 'guide', icon: 'book', href: '/guide', label: msg`Guide for form authors` },
  { key: 'devices', icon: 'device', href: '/devices', label: msg`Devices` },
]
