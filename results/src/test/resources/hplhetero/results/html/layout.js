// Looks at the page as it is laid out, and writes what is wrong with it into an element of its own.
(() => {
  const wrong = [];
  const name = element => (element.closest('figure') || element).textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
  document.querySelectorAll('details').forEach(details => { details.open = true; });
  const width = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth > width) {
    wrong.push(`the page is ${document.scrollingElement.scrollWidth} wide, the window ${width}`);
  }
  document.querySelectorAll('main *').forEach(element => {
    const box = element.getBoundingClientRect();
    const scrolls = element.closest('.scroll') !== null && !element.matches('.scroll');
    if (!scrolls && box.width > 0 && (box.left < -0.5 || box.right > width + 0.5)) {
      wrong.push(`${element.tagName} from ${box.left} to ${box.right} of ${width}: ${name(element)}`);
    }
  });
  let texts = 0;
  document.querySelectorAll('svg.picture').forEach(svg => {
    const outer = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll('text')].map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }))
        .filter(each => each.text.length > 0);
    texts += boxes.length;
    boxes.forEach((one, i) => {
      const b = one.box;
      if (b.width === 0 || b.left < outer.left - 1 || b.right > outer.right + 1 || b.top < outer.top - 1 || b.bottom > outer.bottom + 1) {
        wrong.push(`cut: '${one.text}' in ${name(svg)}`);
      }
      boxes.slice(i + 1).forEach(other => {
        const o = other.box;
        const across = Math.min(b.right, o.right) - Math.max(b.left, o.left);
        const down = Math.min(b.bottom, o.bottom) - Math.max(b.top, o.top);
        // lines of text are taller than their letters
        if (across > 1 && down > 0.25 * Math.min(b.height, o.height)) {
          wrong.push(`'${one.text}' and '${other.text}' overlap in ${name(svg)}`);
        }
      });
    });
    svg.querySelectorAll('rect, circle, polyline, polygon').forEach(shape => {
      const s = shape.getBoundingClientRect();
      if (shape.closest('defs') === null && (s.left < outer.left - 1 || s.right > outer.right + 1 || s.bottom > outer.bottom + 1)) {
        wrong.push(`${shape.tagName} outside its picture in ${name(svg)}`);
      }
    });
  });
  const style = getComputedStyle(document.documentElement);
  const computing = document.querySelector('svg.picture rect');
  const found = document.createElement('script');
  found.type = 'application/json';
  found.id = 'layout';
  found.textContent = JSON.stringify({ wrong: wrong.slice(0, 40), pictures: document.querySelectorAll('svg.picture').length, texts,
    paper: style.backgroundColor, ink: getComputedStyle(document.querySelector('svg.picture text') || document.body).fill,
    first: computing === null ? '' : getComputedStyle(computing).fill }).replace(/</g, '\\u003c');
  document.body.append(found);
})();
