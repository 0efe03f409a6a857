import { chakra } from '../../ui/chakra.ts'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'

/** The name of a device in a table, which leads to its page. */
export const DeviceLink = chakra(SiteLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'target',
    color: 'accent.text',
    fontWeight: 'semibold',
  },
})
