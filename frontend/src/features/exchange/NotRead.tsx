import css from "./notRead.module.css";

/** Where money may lie at an exchange that is not read. */
export const NotRead = ({ places }: { places: readonly string[] }) =>
  places.length === 0 ? null : (
    <div className={css.not}>
      <p>Not read</p>
      <ul>
        {places.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    </div>
  );
