import { isLanguage, preferredLanguage } from '../../../contract/reference/languages.ts'
import { helpLaunchers } from '../../../contract/endpoints/launchers.ts'
import { launchersFor } from '../../domain/launchers/launchersFor.ts'
import { serve } from '../../http/serve.ts'

export const launcherRoutes = [
  serve(helpLaunchers, (call) => {
    const { lang } = call.query
    const spoken = isLanguage(lang)
      ? lang
      : (call.me.lang ?? preferredLanguage((call.languages ?? '').split(',').map((one) => one.split(';')[0] ?? '')))
    return { launchers: launchersFor(call.me, spoken) }
  }),
]
