/* global document, performance, requestAnimationFrame, window, Image, PerformanceObserver -- runs in the page */
/**
 * The first script of every measured page. It keeps in `window.bench`, in ms of the page's clock: `start`, its own
 * begin; `inDom`, the frame in which the QR code is first there; `upgraded`, the frame in which a tag has taken the
 * place of what the server rendered; and `tasks`, those of 50 ms or more. `shown` gives when the browser painted the
 * QR code.
 *
 * The browser stamps a paint itself (Element Timing): that of an image with `elementtiming="qr"`, or else that of a
 * mark of 8 px, put into the page in the frame in which the QR code is there, because shadow DOM and SVG are not stamped.
 *
 * @param qr - Gives what draws the QR code once it is there and drawn.
 * @param upgraded - The same of the tag that replaces what the server rendered.
 */
export function observePage(qr, upgraded) {
  const MARK = 'data:image/gif;base64,R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=';
  const bench = (window.bench = { start: performance.now(), tasks: [] });
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('longtask', ({ duration }) => bench.tasks.push(duration));

  bench.paintOf = (name) =>
    new Promise((resolve) =>
      on('element', ({ identifier, renderTime }) => {
        if (identifier === name) resolve(renderTime);
      }),
    );
  /** Calls `then` in the first frame in which `find` gives something. */
  bench.watch = (find, then) =>
    requestAnimationFrame(function look() {
      const found = find();
      if (found) then(found);
      else requestAnimationFrame(look);
    });
  /** A mark that is ready to be painted; the function puts it into the page. */
  bench.mark = (name) => {
    const mark = new Image(8, 8);
    mark.setAttribute('elementtiming', name);
    mark.style.cssText = 'position:fixed;top:0;left:0';
    mark.src = MARK;
    return () => document.body.append(mark);
  };

  bench.shown = bench.paintOf('qr');
  const mark = bench.mark('qr');
  if (qr)
    bench.watch(qr, (found) => {
      bench.inDom = performance.now();
      if (!found.hasAttribute('elementtiming')) mark();
    });
  bench.taken = new Promise((resolve) => {
    if (upgraded) bench.watch(upgraded, () => resolve((bench.upgraded = performance.now())));
    else resolve();
  });
}
