/** The pictures of the rules; made from pictures.toml and the scenarios that it names. */
import type { RulePicture, RulePictures } from "$lib/game";
import box from "./box.json";
import "./pictures.css";
import pictures from "./pictures.json";

export default { box, pictures: pictures as unknown as RulePicture[] } satisfies RulePictures;
