// Signs as distances to their outlines, with a halo of the ground's colour so that they
// stay legible on anything. `shape`: 0 target, 1 diamond, 2 dot, 3 ring, 4 knob; 1 on the
// near side.
uniform vec3 ground;
uniform float far_side;
uniform float ratio;
in vec2 place;
in vec2 shape;
in float radius;
in vec4 col;
out vec4 outColor;

float cover(float distance) {
    return clamp(0.5 - distance, 0.0, 1.0);
}

void main() {
    float r = length(place);
    float thick = ratio;
    float rim = radius - 1.5 * thick;
    float d;
    if (shape.x < 0.5) {
        vec2 q = abs(place);
        float cross_arm = max(min(q.x, q.y) - 0.75 * thick, max(q.x, q.y) - 0.42 * radius);
        d = min(abs(r - rim) - 1.1 * thick, cross_arm);
    } else if (shape.x < 1.5) {
        float diamond = (abs(place.x) + abs(place.y)) * 0.7071 - 0.36 * radius;
        d = min(abs(r - rim) - 1.1 * thick, diamond);
    } else if (shape.x < 2.5) {
        float ring = abs(r - (radius - thick)) - 0.7 * thick;
        d = mix(ring, r - radius, step(0.5, shape.y));
    } else if (shape.x < 3.5) {
        d = abs(r - rim) - 0.6 * thick;
    } else {
        float disc = r - 0.52 * radius;
        d = min(abs(r - rim) - 0.8 * thick, mix(abs(disc + thick) - thick, disc, step(0.5, shape.y)));
    }
    float ink = cover(d);
    float halo = cover(d - 1.3 * thick) * 0.75;
    float left = mix(mix(far_side, 1.0, 0.5), 1.0, shape.y);
    vec3 rgb = mix(ground, col.rgb, left);
    float a = max(ink, halo * shape.y);
    if (a < 0.004) discard;
    outColor = vec4(mix(ground, rgb, ink / max(a, 1e-3)), 1.0) * a;
}
