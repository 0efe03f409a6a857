// Runs before the app and watches it start. When it can't, goes back to the version before, or shows the way to what was not sent.
// In the syntax of browsers that can't run the app (Chromium 66, Safari 11.1): they show that way, too.
;(() => {
  const root = document.getElementById('root')
  // The addresses of the app's files; with the tools of development there are none.
  const { app, early, form, font } = document.currentScript.dataset
  // Of a person at a slow start, ms.
  const patience = 3000
  let drawn
  // Elements below the first screen, with what they will contain.
  const rest = []

  const controller = () => navigator.serviceWorker && navigator.serviceWorker.controller
  const preload = (as, href) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, crossOrigin: '', href }))
  // The files of the app, and those of a form beside them where they are on the device. `known`: those that this form needs.
  const preloadApp = (known) => {
    const parts = location.pathname.startsWith('/frontend/') && controller() ? form : early
    if (app) for (const href of known || parts.split(' ')) preload('script', href)
  }

  const build = (part, space = 'http://www.w3.org/1999/xhtml') => {
    if (typeof part === 'string') return part
    const [name, attributes, ...parts] = part
    const within = name === 'svg' ? 'http://www.w3.org/2000/svg' : space
    const element = document.createElementNS(within, name)
    for (const key in attributes) element.setAttribute(key, attributes[key])
    // A height, in px: what is in it is built later. An empty group would not be displayed.
    if (typeof parts[0] === 'number') {
      element.style.minHeight = `${parts[0]}px`
      rest.push([element, within, parts.splice(0, parts.length, ' ').slice(1)])
    }
    element.append(...parts.map((each) => build(each, within)))
    return element
  }
  const buildRest = () => {
    // Not any more when the app is in its place.
    if (drawn.isConnected)
      for (const [element, within, parts] of rest) {
        element.style.minHeight = ''
        element.append(...parts.map((each) => build(each, within)))
      }
    rest.length = 0
  }

  // What a kept form depends on; drawnPage.ts computes the same.
  const kinds = 'owner shared kiosk device preference:language preference:theme preference:x:acting-as'
  const state = () =>
    JSON.stringify([
      app,
      ...kinds.split(' ').map((name) => localStorage.getItem(`muster:${name}`)),
      navigator.languages,
      matchMedia('(prefers-color-scheme: dark)').matches,
    ])

  // Returns the form of this address as it opened last time, before anyone typed, or My Tasks as it stood
  // (src/features/forms/drawn/drawnPage.tsx).
  const find = (place) => {
    const kept = JSON.parse(localStorage.getItem(`muster:drawn:${place}`))
    if (!kept || !controller() || location.hash || window.parent !== window) return
    // The start page leads to another one.
    if (kept.to) return find(kept.to)
    if (kept.state !== state() || (kept.day && kept.day !== new Date().toDateString())) return
    history.replaceState(history.state, '', place)
    // Without it the browser would lay out the form twice.
    preload('font', font)
    const page = Object.assign(document.createElement('div'), { id: 'drawn', kept, root })
    page.append(...kept.parts.map((part) => build(part)))
    for (const name in kept.html) document.documentElement.setAttribute(name, kept.html[name])
    document.title = kept.title
    return page
  }

  // Shows the form, and starts the app after its frames: the evaluation takes the time of many frames. The app draws outside
  // of the document until it takes the place of this form.
  const draw = (page) => {
    const { kept } = page
    const press = (event) => {
      if (!event.target.closest('[aria-disabled=true]') || /^(Tab|Shift)$/.test(event.key)) return
      if (!event.key) event.preventDefault()
      page.lastChild.textContent = kept.words[0]
    }
    for (const type of ['click', 'keydown']) page.addEventListener(type, press)
    page.addEventListener('submit', (event) => event.preventDefault())
    for (const type of ['compositionstart', 'compositionend'])
      page.addEventListener(type, () => (page.composing = type === 'compositionstart'))
    const start = () => void import(app)
    const after = (frames) => {
      if (frames > 0) return requestAnimationFrame(() => after(frames - 1))
      preloadApp(kept.files)
      setTimeout(start)
    }
    root.hidden = false
    root.replaceWith(page)
    drawn = page
    // A person goes on, or the start is slow.
    for (const type of ['pointerdown', 'keydown', 'focusin', 'beforeprint']) addEventListener(type, buildRest, true)
    const view = new IntersectionObserver((parts) => parts.some((part) => part.isIntersecting) && buildRest())
    for (const [element] of rest) view.observe(element)
    setTimeout(buildRest, patience)
    after(3)
    setTimeout(start, 1000)
    return true
  }
  try {
    const page = find(location.pathname + location.search)
    // public/start.js calls it when the form has its styles.
    if (page) {
      root.draw = () => {
        try {
          return draw(page)
        } catch {
          // The bar again; the app starts.
          page.replaceWith(root)
          root.hidden = false
          preloadApp()
        }
      }
      // The bar would be painted once more than anyone sees it.
      root.hidden = true
    }
  } catch {
    // There is nothing to draw; the app starts.
  }
  if (!root.draw) preloadApp()

  const words = {
    en: ['Muster could not start.', 'Try again', 'See what was not sent'],
    es: ['Muster no pudo iniciarse.', 'Intentar de nuevo', 'Ver lo que no se ha enviado'],
    pt: ['O Muster não conseguiu iniciar.', 'Tentar de novo', 'Ver o que não foi enviado'],
  }
  let watching = false

  const show = () => {
    const [told, again, rescue] = words[(navigator.language || '').slice(0, 2)] || words.en
    const link = (href, text) => ['a', { href }, text]
    const place = build(['div', { role: 'alert', class: 'trouble' }, ['p', {}, told], link(location.href, again), link('/rescue', rescue)])
    // What was typed stays on the screen: no app has it.
    if (drawn && drawn.isConnected) {
      buildRest()
      drawn.prepend(place)
      return scrollTo(0, 0)
    }
    const boot = document.querySelector('.boot')
    root.hidden = false
    boot.removeAttribute('aria-hidden')
    boot.append(place)
  }

  const look = () => {
    // The app takes the place of what the page came with.
    if (!root.querySelector('.boot')) return
    const worker = controller()
    if (!worker || !app) return show()
    const { port1, port2 } = new MessageChannel()
    const late = setTimeout(show, patience)
    port1.onmessage = ({ data }) => {
      clearTimeout(late)
      if (data) location.reload()
      else show()
    }
    worker.postMessage({ type: 'FAILED', script: app }, [port2])
  }

  const trouble = ({ target }) => {
    // A picture of a drawn form that does not load is no trouble of the app.
    if (watching || target.nodeName === 'IMG') return
    watching = true
    setTimeout(look, patience)
  }
  addEventListener('error', trouble, true)
  addEventListener('unhandledrejection', trouble)
})()
