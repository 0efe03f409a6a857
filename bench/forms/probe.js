// Runs in the page before its own code. All times are in ms, until the end of a painted frame.
{
  const channel = new MessageChannel()
  let afterFrame = []
  channel.port1.onmessage = () => {
    const now = performance.now()
    const calls = afterFrame
    afterFrame = []
    for (const call of calls) call(now)
  }
  /**
   * Resolves after the next paint: a task posted from an animation frame runs after that frame was painted.
   */
  const posted = () =>
    new Promise((resolve) => {
      afterFrame.push(resolve)
      channel.port2.postMessage(0)
    })
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const painted = () => frame().then(posted)
  const settled = () => painted().then(painted)
  const until = async (holds) => {
    const end = performance.now() + 60_000
    do {
      await frame()
      if (holds()) return true
    } while (performance.now() < end)
    return false
  }
  const demand = (ok, what) => {
    if (!ok) throw new Error(`${what} did not happen within a minute`)
  }
  const controls = () => document.querySelectorAll('#root :is(input:not([type=hidden]), select, textarea)').length
  const isVisible = (element) => Boolean(element?.checkVisibility({ contentVisibilityAuto: false }))

  const keys = []
  let listening = false
  addEventListener(
    'input',
    () => {
      if (!listening) return
      const start = performance.now()
      void painted().then((end) => keys.push(end - start))
    },
    true,
  )

  globalThis.probe = {
    controls,
    /** `first`: 20 controls are usable; `all`: the last field and all others are in the document. */
    async mount(last, expected) {
      await settled()
      const start = performance.now()
      void globalThis.engine.mount()
      let first
      demand(await until(() => controls() >= 20), 'the first screen')
      const firstPainted = posted().then((now) => {
        first = now - start
      })
      if (!globalThis.engine.find(last)) demand(await until(() => globalThis.engine.find(last)), 'the last field')
      const all = (await posted()) - start
      await firstPainted
      if (controls() < expected) throw new Error(`${controls()} controls instead of ${expected}`)
      return { first, all }
    },
    /** Returns the ms from a click on the toggle to the frame in which the field is visible (or gone). */
    async reveal(toggle, shown, on) {
      const control = globalThis.engine.find(toggle)
      control.scrollIntoView({ block: 'center' })
      await settled()
      const start = performance.now()
      control.click()
      demand(await until(() => isVisible(globalThis.engine.find(shown)) === on), 'the reveal')
      return (await posted()) - start
    },
    async validate(expected) {
      await settled()
      const start = performance.now()
      void globalThis.engine.validate()
      demand(await until(() => globalThis.engine.errors() >= expected), 'the last message')
      return (await posted()) - start
    },
    async focus(name) {
      const control = globalThis.engine.find(name)
      control.scrollIntoView({ block: 'center' })
      control.focus()
      control.select?.()
      await settled()
    },
    listen(on) {
      listening = on
      keys.length = 0
    },
    keys,
  }
}
