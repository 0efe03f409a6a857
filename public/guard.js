// Runs before the app and watches it start. When it can't, goes back to the version before, or shows the way to what was not sent.
;(() => {
  // The parts of a form, beside the app instead of after it, where they are on the device.
  if (location.pathname.startsWith('/frontend/') && navigator.serviceWorker && navigator.serviceWorker.controller)
    for (const href of (document.currentScript.dataset.form || '').split(' ').filter(Boolean))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', crossOrigin: '', href }))

  const patience = 3000
  const words = {
    en: ['Muster could not start.', 'Try again', 'See what was not sent'],
    es: ['Muster no pudo iniciarse.', 'Intentar de nuevo', 'Ver lo que no se ha enviado'],
    pt: ['O Muster não conseguiu iniciar.', 'Tentar de novo', 'Ver o que não foi enviado'],
  }
  let watching = false

  const show = () => {
    const [told, again, rescue] = words[(navigator.language || '').slice(0, 2)] || words.en
    const place = document.createElement('div')
    place.setAttribute('role', 'alert')
    place.style.cssText = 'max-width:32rem;margin:24px auto;padding:0 16px;font:17px/1.45 system-ui,sans-serif;display:grid;gap:12px'
    const line = document.createElement('p')
    line.textContent = told
    place.append(line)
    for (const [href, text] of [
      [location.href, again],
      ['/rescue', rescue],
    ]) {
      const link = document.createElement('a')
      link.href = href
      link.textContent = text
      link.style.cssText =
        'display:block;padding:14px 18px;border:2px solid;border-radius:12px;color:inherit;font-weight:600;text-align:center'
      place.append(link)
    }
    const boot = document.querySelector('.boot')
    boot.removeAttribute('aria-hidden')
    boot.append(place)
  }

  const look = () => {
    // The app takes the place of what the page came with.
    if (!document.querySelector('.boot')) return
    const worker = navigator.serviceWorker && navigator.serviceWorker.controller
    const script = document.querySelector('script[type=module][src]')
    if (!worker || !script) return show()
    const { port1, port2 } = new MessageChannel()
    const late = setTimeout(show, patience)
    port1.onmessage = ({ data }) => {
      clearTimeout(late)
      if (data) location.reload()
      else show()
    }
    worker.postMessage({ type: 'FAILED', script: new URL(script.src).pathname }, [port2])
  }

  const trouble = () => {
    if (watching) return
    watching = true
    setTimeout(look, patience)
  }
  addEventListener('error', trouble, true)
  addEventListener('unhandledrejection', trouble)
})()
