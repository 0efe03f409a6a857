import { describe, expect, it } from 'vitest'
import { consoleScreens } from './consoleScreens.ts'

/**
 * Returns the address of the screen that is shown: a literal segment wins over a parameter, as in the router.
 */
function screenAt(address: string) {
  const parts = address.split('/')
  const fitting = consoleScreens.filter(([path]) => {
    const names = path.split('/')
    return names.length === parts.length && names.every((name, index) => name === parts[index] || name.startsWith('$'))
  })
  const exact = ([path]: (typeof fitting)[number]) => path.split('/').filter((name) => !name.startsWith('$')).length
  return fitting
    .sort((one, other) => exact(other) - exact(one))[0]?.[1]()
    .then((component) => (component as { name: string }).name)
}

const id = 'AbCdEfGhIjKlMnOpQrSt'

describe('the addresses of bots', () => {
  it.each([
    ['CO-040', '/automations', 'BotDashboardScreen'],
    ['CO-041 CO-042', `/team/${id}/automations`, 'BotDashboardScreen'],
    ['CO-043', '/automation/add', 'CreateWizardScreen'],
    ['CO-044', '/automation/add/hazards', 'CreateWizardScreen'],
    ['CO-045', `/automation/add/hazards/${id}`, 'CreateWizardScreen'],
    ['CO-046', `/team/${id}/automation/add`, 'CreateWizardScreen'],
    ['CO-047', '/automation/copy', 'CopyWizardScreen'],
    ['CO-048', `/team/${id}/automation/copy`, 'CopyWizardScreen'],
    ['CO-049', `/automation/${id}/add`, 'AddBotScreen'],
    ['CO-050', '/automation/new', 'BotEditor'],
    ['CO-051', `/automation/${id}`, 'BotEditor'],
    ['CO-065', '/automation/embedded/construction/4711', 'BotDashboardScreen'],
  ])('%s %s opens the right screen', async (_, address, screen) => {
    expect(await screenAt(address)).toBe(screen)
  })
})
