// Walks each drawing of a page and writes its elements with what differs from their parent's style.
(names) => {
  const INHERITED = {
    fill: "rgb(0, 0, 0)",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    stroke: "none",
    "stroke-width": "1px",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    color: "rgb(0, 0, 0)",
  };
  const GEOMETRY = [
    "d",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x",
    "y",
    "width",
    "height",
    "transform",
    "x1",
    "y1",
    "x2",
    "y2",
  ];
  const hex = (value) =>
    value
      .replace(/rgba?\(([^)]*)\)/g, (_, list) => {
        const [r, g, b, a] = list.split(",").map(Number);
        const two = (n) => Math.round(n).toString(16).padStart(2, "0");
        return (
          "#" + two(r) + two(g) + two(b) + (a === undefined ? "" : two(a * 255))
        );
      })
      .replace(/(\d)px/g, "$1");
  const split = (name, value, own) => {
    const found = hex(value);
    if (!/^#.{8}$/.test(found)) return (own[name] = found);
    own[name] = found.slice(0, 7);
    own[name + "-opacity"] = String(
      +(parseInt(found.slice(7), 16) / 255).toFixed(3),
    );
  };
  const write = (element, above) => {
    const style = getComputedStyle(element);
    const own = {};
    for (const name of GEOMETRY)
      if (element.hasAttribute(name)) own[name] = element.getAttribute(name);
    const now = {};
    for (const name in INHERITED) {
      now[name] = style.getPropertyValue(name);
      if (name !== "color" && now[name] !== above[name])
        split(name, now[name], own);
    }
    if (style.opacity !== "1") own.opacity = style.opacity;
    const inner = [...element.children]
      .map((child) => write(child, now))
      .join("");
    if (element.tagName === "g" && !inner) return "";
    const said = Object.entries(own)
      .map(([name, value]) => ` ${name}="${value}"`)
      .join("");
    if (element.tagName === "g" && !said) return inner;
    return inner
      ? `<${element.tagName}${said}>${inner}</${element.tagName}>`
      : `<${element.tagName}${said}/>`;
  };
  const found = {};
  for (const svg of document.querySelectorAll("svg[data-name]"))
    found[svg.dataset.name] = [...svg.children]
      .map((child) => write(child, INHERITED))
      .join("");
  return found;
};
