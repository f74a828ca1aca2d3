// A soap bubble: clear in the middle, soft towards its outline. `opacity`: both. On it the
// turn rate of the map with the zeros p and q and the field k, w, from the ground's colour to
// `shade`. `shading`: how much of it is left; the ramp's length in doublings.
uniform vec3 eye;
uniform vec3 ground;
uniform vec2 opacity;
uniform vec3 p;
uniform vec3 q;
uniform vec3 k;
uniform vec3 w;
uniform vec3 shade;
uniform vec2 shading;
in vec3 pos;
in vec3 nor;
in vec4 col;
out vec4 outColor;

// OKLab before its last, linear step, which does not matter to mixing (Ottosson, 2020).
const mat3 CONES = mat3(
    0.412221, 0.211903, 0.088302,
    0.536332, 0.680699, 0.281718,
    0.051445, 0.107396, 0.629978);

vec3 to_cones(vec3 rgb) {
    vec3 dark = rgb / 12.92;
    vec3 light = pow((rgb + 0.055) / 1.055, vec3(2.4));
    return pow(CONES * mix(light, dark, lessThan(rgb, vec3(0.04045))), vec3(1.0 / 3.0));
}

vec3 to_rgb(vec3 cones) {
    vec3 linear = clamp(inverse(CONES) * (cones * cones * cones), 0.0, 1.0);
    vec3 light = 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055;
    return mix(light, linear * 12.92, lessThan(linear, vec3(0.0031308)));
}

void main() {
    float edge = 1.0 - abs(dot(normalize(nor), normalize(eye - pos)));
    float a = mix(opacity.x, opacity.y, edge * edge * edge) * col.a;
    outColor = vec4(col.rgb, 1.0) * a;
    if (shading.x > 0.0) {
        vec3 e = normalize(nor);
        float rate = length(vec2(dot(k, e), dot(w, e)))
            / max(0.5 * distance(p, e) * distance(q, e), 1e-6);
        float t = min(log2(1.0 + rate) / shading.y, 1.0);
        vec3 rgb = to_rgb(mix(to_cones(ground), to_cones(shade), t));
        // Clear where the rate is low, and yet just the ramp's colour on the ground.
        float cover = sqrt(t);
        vec4 paint = vec4(rgb - ground * (1.0 - cover), cover);
        outColor = mix(outColor, paint, shading.x);
    }
}
